// A library without a component.
int heat_nameless() {
    return 0;
}
