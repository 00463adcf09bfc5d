import type { DisplayedReport } from '#islands/reports/state/use-displayed-report.ts'

export interface ReportCardProps {
  shown: DisplayedReport
  /** Figures of another period are loading. */
  stale: boolean
}
