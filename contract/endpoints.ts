import { join, login } from './auth.ts'
import { exportChannels, listChannelFigures, readChannelSeries } from './channel-report.ts'
import {
  addChannel,
  assignChannel,
  deleteChannel,
  dropChannelRequest,
  findChannel,
  followChannels,
  listChannels,
  readChannel,
  requestReReview,
  unassignChannel,
  verifyChannel,
} from './channels.ts'
import type { Endpoint } from './endpoint.ts'
import { listMembers } from './members.ts'
import { listPopularMusics } from './musics.ts'
import { listNotices, readNotice } from './notices.ts'
import { exportDays, exportVideos, listVideos, readDashboard, readVideoExtremes } from './reports.ts'
import { logout, readMe } from './session.ts'
import { readMeta } from './site.ts'
import { exportCountries, readVideo } from './video-detail.ts'

/** Every endpoint, for whatever speaks of all of them: the documentation, the tests of refusals. */
export const endpoints: readonly Endpoint[] = [
  readMeta,
  join,
  login,
  logout,
  readMe,
  listMembers,
  listChannels,
  readChannel,
  findChannel,
  addChannel,
  dropChannelRequest,
  verifyChannel,
  requestReReview,
  assignChannel,
  unassignChannel,
  deleteChannel,
  followChannels,
  readDashboard,
  listVideos,
  readVideo,
  readVideoExtremes,
  listChannelFigures,
  readChannelSeries,
  exportDays,
  exportVideos,
  exportChannels,
  exportCountries,
  listPopularMusics,
  listNotices,
  readNotice,
]
