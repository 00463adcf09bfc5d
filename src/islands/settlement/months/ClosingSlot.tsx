import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Code and texts for operators only. */
const lazyClosingPanel = lazyComponent(async () => {
  const [{ ClosingPanel }] = await Promise.all([
    import('./closing/ClosingPanel.tsx'),
    loadStrings('month-closing'),
  ])
  return ClosingPanel
})
const noProps = {}

export const ClosingSlot = () => (
  <Lazy component={lazyClosingPanel} props={noProps} fallback={<Skeleton height="320px" />} />
)
