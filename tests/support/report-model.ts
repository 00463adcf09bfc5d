import { createChangeModel } from './report-model/changes.ts'
import { createChannelModel } from './report-model/channels.ts'
import { createCountryModel } from './report-model/countries.ts'
import { createDashboardModel } from './report-model/dashboard.ts'
import { createFigureModel } from './report-model/figures.ts'
import { createLatestDayModel } from './report-model/latest-day.ts'
import { createTrackModel } from './report-model/tracks.ts'
import { createVideoModel } from './report-model/video.ts'
import { createVideoListModel } from './report-model/videos.ts'
import type { World } from './report-model/world.ts'

export type { Registration, Viewer, World } from './report-model/world.ts'

/** Computes every figure of every report with plain loops over the facts, which are slow and obvious. */
export function createReportModel(world: World) {
  const figures = createFigureModel(world)
  const { videoRows, ...list } = createVideoListModel(figures)
  const { sumCountries, countries } = createCountryModel(figures)
  const changes = createChangeModel(figures)
  return {
    currency: figures.currency,
    findVisibleChannels: figures.findVisibleChannels,
    ...createDashboardModel(figures),
    ...createChannelModel(figures),
    ...list,
    ...createVideoModel(figures, { videoRows }, { sumCountries }),
    countries,
    ...createTrackModel(figures, { sumCountries }),
    ...changes,
    ...createLatestDayModel(figures, changes),
  }
}
