// Stands for a PAPI that counts on the thread that has initialized it, and on no other.
#include <papi.h>
#include <pthread.h>

namespace {

pthread_t counting_thread;
char out_of_memory[] = "out of memory";

} // namespace

extern "C" {

int PAPI_library_init(int version) {
    counting_thread = pthread_self();
    return version;
}
int PAPI_thread_init(unsigned long (*)()) {
    return PAPI_OK;
}
int PAPI_create_eventset(int* events) {
    *events = 1;
    return pthread_equal(pthread_self(), counting_thread) != 0 ? PAPI_OK : PAPI_ENOMEM;
}
int PAPI_add_named_event(int, const char*) {
    return PAPI_OK;
}
int PAPI_start(int) {
    return PAPI_OK;
}
int PAPI_stop(int, long long*) {
    return PAPI_OK;
}
int PAPI_read(int, long long* values) {
    *values = 0;
    return PAPI_OK;
}
int PAPI_cleanup_eventset(int) {
    return PAPI_OK;
}
int PAPI_destroy_eventset(int*) {
    return PAPI_OK;
}
int PAPI_unregister_thread() {
    return PAPI_OK;
}
char* PAPI_strerror(int) {
    return out_of_memory;
}
const PAPI_component_info_t* PAPI_get_component_info(int) {
    static PAPI_component_info_t processor;
    processor.num_preset_events = 1;
    return &processor;
}
}
