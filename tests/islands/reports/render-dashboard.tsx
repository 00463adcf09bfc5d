import { screen } from '#islands/reports/dashboard/screen.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

export type { RenderedView as Shown, ViewOptions as Wanted }

/** Renders the dashboard of somebody in the demonstration network, against the real API. */
export const renderDashboard = (options?: ViewOptions) => renderView(screen, options)
