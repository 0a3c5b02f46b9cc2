/// Methods declared by macros (as in VTK): what the tool prints comes from the compiler, not from
/// the text.
#pragma once

#define vtkTypeMacro(thisClass, superclass)                                                        \
public:                                                                                            \
    using Superclass = superclass;                                                                 \
    virtual const char* class_name() const {                                                       \
        return #thisClass;                                                                         \
    }

#define vtkSetMacro(name, type) virtual void Set##name(type _arg) = 0;
#define vtkGetMacro(name, type) virtual type Get##name() const = 0;
#define vtkGetVectorMacro(name, type, count)                                                       \
    virtual const type* Get##name() = 0;                                                           \
    virtual void Get##name(type data[count]) = 0;
#define vtkPure = 0
#define VTK_REAL double

namespace vtk {

class Object {
public:
    virtual ~Object() = default;
};

class Filter : public Object {
    vtkTypeMacro(Filter, Object) vtkSetMacro(Radius, VTK_REAL) vtkGetMacro(Radius, VTK_REAL)
        vtkGetVectorMacro(Bounds, int, 6) virtual VTK_REAL Update(int port) vtkPure;
};

} // namespace vtk
