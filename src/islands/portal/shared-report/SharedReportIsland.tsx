import { Island } from '#islands/kit/island/Island.tsx'
import { SharedReportView } from './SharedReportView.tsx'

export function SharedReportIsland() {
  return (
    <Island ignoresSession>
      <SharedReportView />
    </Island>
  )
}
