// counter + 1 in the lanes where the condition holds: one operation with mask registers, a subtraction of −1 without.
// Included once per vector target.
#if defined(SOURDINE_KERNEL_LANE_COUNTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SOURDINE_KERNEL_LANE_COUNTER_INL_H_
#undef SOURDINE_KERNEL_LANE_COUNTER_INL_H_
#else
#define SOURDINE_KERNEL_LANE_COUNTER_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

template <class D, class Condition>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> counted(D d, hwy::HWY_NAMESPACE::Vec<D> counter, Condition holds) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET <= HWY_AVX3
  return hn::IfThenElse(holds, hn::Add(counter, hn::Set(d, 1)), counter);
#else
  return hn::Sub(counter, hn::VecFromMask(d, holds));
#endif
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
