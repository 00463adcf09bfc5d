import { type Shown, showView, type Wanted } from './demo-view.tsx'

export type { Shown, Wanted }

const dashboard = {
  namespaces: ['reports', 'video-detail'],
  load: async () => (await import('#islands/reports/DashboardView.tsx')).DashboardView,
}

/** The dashboard of somebody in the demonstration network, against the real API. */
export const showDashboard = (wanted?: Wanted) => showView(dashboard, wanted)
