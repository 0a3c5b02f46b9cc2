// Constructs that fail by not compiling: types, names and parameters that generated code must spell
// again. It compiles without warnings, overrides every pure method, and keeps every noexcept.
#include "alias_access/alias_access.proxy.hpp"
#include "array_parameter/array_parameter.proxy.hpp"
#include "calling_convention/calling_convention.proxy.hpp"
#include "class_template_instance/class_template_instance.proxy.hpp"
#include "completed_by_prelude/completed_by_prelude.proxy.hpp"
#include "completed_by_search/completed_by_search.proxy.hpp"
#include "const_method/const_method.proxy.hpp"
#include "const_scalar_return/const_scalar_return.proxy.hpp"
#include "conversion_operator/conversion_operator.proxy.hpp"
#include "default_arguments/default_arguments.proxy.hpp"
#include "deleted_virtual/deleted_virtual.proxy.hpp"
#include "deprecated_method/deprecated_method.proxy.hpp"
#include "diamond/diamond.proxy.hpp"
#include "enum_constants/enum_constants.proxy.hpp"
#include "extension_types/extension_types.proxy.hpp"
#include "final_method/final_method.proxy.hpp"
#include "function_pointer_parameter/function_pointer_parameter.proxy.hpp"
#include "hidden_visibility/hidden_visibility.proxy.hpp"
#include "incomplete_types/incomplete_types.proxy.hpp"
#include "inherited_methods/inherited_methods.proxy.hpp"
#include "inline_namespace/inline_namespace.proxy.hpp"
#include "linkage_specification/linkage_specification.proxy.hpp"
#include "macro_declared/macro_declared.proxy.hpp"
#include "member_pointer/member_pointer.proxy.hpp"
#include "name_hiding/name_hiding.proxy.hpp"
#include "nested_class_port/nested_class_port.proxy.hpp"
#include "nested_types/nested_types.proxy.hpp"
#include "nodiscard_method/nodiscard_method.proxy.hpp"
#include "noexcept_method/noexcept_method.proxy.hpp"
#include "not_self_contained/not_self_contained.proxy.hpp"
#include "private_override/private_override.proxy.hpp"
#include "private_type_deduced/private_type_deduced.proxy.hpp"
#include "protected_types/protected_types.proxy.hpp"
#include "proxy_template_types/proxy_template_types.proxy.hpp"
#include "pure_with_body/pure_with_body.proxy.hpp"
#include "same_signature_two_bases/same_signature_two_bases.proxy.hpp"
#include "standard_types/standard_types.proxy.hpp"
#include "template_arguments/template_arguments.proxy.hpp"
#include "template_base_defaults/template_base_defaults.proxy.hpp"
#include "template_instance_base/template_instance_base.proxy.hpp"
#include "throw_nothing/throw_nothing.proxy.hpp"
#include "type_spelling/type_spelling.proxy.hpp"
#include "unnamed_parameters/unnamed_parameters.proxy.hpp"
#include "unnamed_types/unnamed_types.proxy.hpp"
#include "unusual_destructors/unusual_destructors.proxy.hpp"
#include "using_declaration/using_declaration.proxy.hpp"
#include "va_list_parameter/va_list_parameter.proxy.hpp"
#include "variadic_template/variadic_template.proxy.hpp"
#include "virtual_base/virtual_base.proxy.hpp"
#include "same_behaviour.hpp"

// This file may name what is deprecated: the generated headers above may not.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

using Plain = dependent::Block<double>;
using Packed = dependent::Block<float, 2, int, const char*>;
template class proxima::Proxy<Plain>;
template class proxima::Proxy<Packed>;
template class proxima::Proxy<grid::Scaled<int>>;
template class proxima::Proxy<journal::LogT<int>>;

namespace {

static_assert(
    construct::override_all<
        HiddenPort, Plugin::Plugin, acme::Plugin, aliases::Port, arguments::Port, bmi::Bmi,
        bmi::Model, chem::Combustion, codec::Encoder, daily::Port, device::Stream,
        engine::Vehicle::Brake, engine::Vehicle::Chassis::Wheel, engine::Vehicle::Motor,
        extended::Port, habit::Port, hydro::FluxPort, image::Filter, journal::Journal,
        legacy::OldWindow, legacy::Window, lib::Port, lib::deep::er::Nested, lifetime::Listener,
        lifetime::Purged, lifetime::Session, mesh::Grid, mesh::NamedField, nameless::Port,
        observe::Controller, opaque::Port, opaque::Store, output::Writer, parse::Parser,
        reflect::Visitor, report::Report, root::Finder, safe::Handle, sealed::Counter,
        shapes::Sprite, shapes::Twice, solver::Port, sources::Buffered, spelling::Port,
        stencil::Kernel, table::Column, tensor::Material, thyra::LinearOp<double>,
        thyra::LinearOp<float, int>, thyra::VectorBase<std::string>, timestep::CheckedIntegrator,
        value::Variant, vtk::Filter>,
    "every pure method is overridden");

using Integers = proxima::Proxy<queue::IntegerQueue>;
using Texts = proxima::Proxy<queue::TextQueue>;
static_assert(noexcept(std::declval<Integers&>().push(1)), "an int is copied without exceptions");
static_assert(!noexcept(std::declval<Texts&>().push(std::declval<std::string&>())),
              "a string is not");
static_assert(noexcept(std::declval<const Integers&>().size()), "");
static_assert(noexcept(std::declval<const Integers&>().empty()), "");
static_assert(!noexcept(std::declval<Integers&>().pop()), "");
static_assert(!noexcept(std::declval<Integers&>().clear()), "noexcept(false)");
static_assert(noexcept(std::declval<Integers&>().swap(std::declval<Integers&>())),
              "noexcept(true)");
static_assert(noexcept(std::declval<Texts&>().clear()), "");
static_assert(noexcept(std::declval<const proxima::Proxy<Plain>&>().norm({})), "8 bytes");
static_assert(!noexcept(std::declval<const proxima::Proxy<Packed>&>().norm({})), "4 bytes");
static_assert(noexcept(std::declval<const proxima::Proxy<antique::Clock>&>().ticks()),
              "throw() is noexcept");
static_assert(!noexcept(std::declval<proxima::Proxy<antique::Clock>&>().set(1)), "");
static_assert(noexcept(std::declval<proxima::Proxy<device::Stream>&>().close()), "");
static_assert(!std::is_convertible<proxima::Proxy<value::Variant>&, const char*>::value,
              "explicit stays explicit");

} // namespace

// Last: the macros of this port replace ordinary words.
#include "hostile_macros/hostile_macros.proxy.hpp"

static_assert(construct::override_all<hostile::Display>, "");
