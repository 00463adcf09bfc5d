import { type RenderedView, renderView, type ViewOptions } from './render-view.tsx'

export type { RenderedView as Shown, ViewOptions as Wanted }

const dashboardSource = {
  namespaces: ['reports', 'video-detail'],
  load: async () => (await import('#islands/reports/DashboardView.tsx')).DashboardView,
}

/** The dashboard of somebody in the demonstration network, against the real API. */
export const renderDashboard = (options?: ViewOptions) => renderView(dashboardSource, options)
