! n * n divisions, each of which waits for the one before.
function sweep(n, tolerance) result(sum) bind(C)
    use, intrinsic :: iso_c_binding
    use proxima
    implicit none
    integer(c_int), value :: n
    real(c_double), value :: tolerance
    real(c_double) :: sum
    interface
        function scale_value(x) bind(C, name='scale')
            import :: c_double
            real(c_double), value :: x
            real(c_double) :: scale_value
        end function
    end interface
    type(proxima_timer), save :: timer = proxima_timer('sweep', 'integer n, real tolerance')
    type(proxima_event), save :: total = proxima_event('total')
    integer :: i, j

    call proxima_begin(timer)
    sum = 1
    do i = 1, n
        do j = 1, n
            sum = 1 / (sum + tolerance)
        end do
    end do
    sum = scale_value(sum)
    call proxima_trigger(total, sum)
    call proxima_end(timer, n, tolerance)
end function
