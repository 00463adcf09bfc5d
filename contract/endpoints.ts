import { changeAccount, endSessions, listSessions, withdraw } from './account.ts'
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
import { readContacts } from './contacts.ts'
import type { Endpoint } from './endpoint.ts'
import { makeSignInCode, tradeSignInCode } from './external.ts'
import { addMember, changeMember, listFees, removeMember } from './member-changes.ts'
import { listMembers } from './members.ts'
import {
  changeFavourite,
  listFavourites,
  listMoods,
  listMusics,
  listMusicUses,
  listPopularMusics,
  orderFavourites,
} from './musics.ts'
import { listNotices, readNotice, seeNotices } from './notices.ts'
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
  makeSignInCode,
  tradeSignInCode,
  changeAccount,
  withdraw,
  listSessions,
  endSessions,
  readContacts,
  listMembers,
  addMember,
  changeMember,
  removeMember,
  listFees,
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
  listMusics,
  listMoods,
  listFavourites,
  changeFavourite,
  orderFavourites,
  listMusicUses,
  listNotices,
  readNotice,
  seeNotices,
]
