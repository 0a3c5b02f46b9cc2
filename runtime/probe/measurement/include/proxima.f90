! Measures regions of Fortran programs, beside those of C, C++ and Python in one call tree.
!
!     use proxima
!     type(proxima_timer), save :: solve = proxima_timer('solve', 'integer n, real tolerance')
!     type(proxima_event), save :: residual = proxima_event('residual')
!     call proxima_begin(solve)
!     call proxima_trigger(residual, 1d-9)
!     call proxima_end(solve, n, tolerance)
!
! Compile it with the compiler of the program and link libproxima_measurement. proxima.h has the
! rules. Values of parameters are integers of 4 or 8 bytes, reals of 4 or 8 bytes.
module proxima
    use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_float, c_int, c_int32_t, c_int64_t, c_loc, &
        c_null_char, c_null_ptr, c_ptr
    implicit none
    private
    public :: proxima_timer, proxima_event, proxima_begin, proxima_end, proxima_trigger

    integer, parameter :: text_length = 256

    ! A timer; one that is saved, for each place.
    type :: proxima_timer
        character(len=text_length) :: name = ''
        character(len=text_length) :: parameters = ''
        character(len=text_length) :: group = 'default'
        type(c_ptr) :: place = c_null_ptr ! set at first use
    end type

    ! A distribution of values.
    type :: proxima_event
        character(len=text_length) :: name = ''
        type(c_ptr) :: place = c_null_ptr
    end type

    ! proxima_timer of proxima.h; an event has the last two alone.
    type, bind(C) :: place_of_c
        type(c_ptr) :: name = c_null_ptr
        type(c_ptr) :: parameters = c_null_ptr
        type(c_ptr) :: group = c_null_ptr
        type(c_ptr) :: handle = c_null_ptr
    end type

    type, bind(C) :: event_of_c
        type(c_ptr) :: name = c_null_ptr
        type(c_ptr) :: handle = c_null_ptr
    end type

    interface
        subroutine c_begin(place) bind(C, name='proxima_begin')
            import :: c_ptr
            type(c_ptr), value :: place
        end subroutine
        subroutine c_end_with(place, values, count) bind(C, name='proxima_end_with')
            import :: c_double, c_int, c_ptr
            type(c_ptr), value :: place
            real(c_double), intent(in) :: values(*)
            integer(c_int), value :: count
        end subroutine
        subroutine c_trigger(place, value) bind(C, name='proxima_trigger')
            import :: c_double, c_ptr
            type(c_ptr), value :: place
            real(c_double), value :: value
        end subroutine
    end interface

contains

    subroutine proxima_begin(timer)
        type(proxima_timer), intent(inout) :: timer
        if (.not. c_associated(timer%place)) timer%place = new_place(timer)
        call c_begin(timer%place)
    end subroutine

    ! Ends the timer, and records the values of its parameters.
    recursive subroutine proxima_end(timer, v1, v2, v3, v4, v5, v6, v7, v8)
        type(proxima_timer), intent(inout) :: timer
        class(*), intent(in), optional :: v1, v2, v3, v4, v5, v6, v7, v8
        real(c_double) :: values(8)
        integer(c_int) :: count
        if (.not. c_associated(timer%place)) timer%place = new_place(timer)
        count = 0
        if (present(v1)) call add(v1)
        if (present(v2)) call add(v2)
        if (present(v3)) call add(v3)
        if (present(v4)) call add(v4)
        if (present(v5)) call add(v5)
        if (present(v6)) call add(v6)
        if (present(v7)) call add(v7)
        if (present(v8)) call add(v8)
        call c_end_with(timer%place, values, count)
    contains
        recursive subroutine add(value)
            class(*), intent(in) :: value
            count = count + 1
            select type (value)
            type is (integer(c_int32_t))
                values(count) = value
            type is (integer(c_int64_t))
                values(count) = real(value, c_double)
            type is (real(c_float))
                values(count) = value
            type is (real(c_double))
                values(count) = value
            class default
                values(count) = 0
            end select
        end subroutine
    end subroutine

    subroutine proxima_trigger(event, value)
        type(proxima_event), intent(inout) :: event
        real(c_double), intent(in) :: value
        type(event_of_c), pointer :: place
        if (.not. c_associated(event%place)) then
            allocate (place)
            place%name = new_text(event%name)
            event%place = c_loc(place)
        end if
        call c_trigger(event%place, value)
    end subroutine

    ! Threads that come first at once each make a place: the library knows them as one timer.
    function new_place(timer)
        type(proxima_timer), intent(in) :: timer
        type(c_ptr) :: new_place
        type(place_of_c), pointer :: place
        allocate (place)
        place%name = new_text(timer%name)
        place%parameters = new_text(timer%parameters)
        place%group = new_text(timer%group)
        new_place = c_loc(place)
    end function

    ! Lives until the program ends.
    function new_text(text)
        character(len=*), intent(in) :: text
        type(c_ptr) :: new_text
        character(kind=c_char), pointer :: copy(:)
        integer :: i
        allocate (copy(len_trim(text) + 1))
        do i = 1, len_trim(text)
            copy(i) = text(i:i)
        end do
        copy(len_trim(text) + 1) = c_null_char
        new_text = c_loc(copy(1))
    end function
end module
