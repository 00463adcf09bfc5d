import { endSessions, listSessions, updateAccount, withdrawAccount } from './account.ts'
import { join, login } from './auth.ts'
import { exportChannels, listChannelFigures, readChannelSeries } from './channel-report.ts'
import {
  addChannel,
  assignChannel,
  cancelChannelRequest,
  deleteChannel,
  findChannel,
  listChannels,
  readChannel,
  requestReReview,
  streamChannelChanges,
  unassignChannel,
  verifyChannel,
} from './channels.ts'
import type { Endpoint } from './endpoint.ts'
import { addMember, deleteMember, listFeeRates, updateMember } from './member-management.ts'
import { listMembers } from './members.ts'
import {
  listFavorites,
  listMoods,
  listMusics,
  listMusicUses,
  listPopularMusics,
  reorderFavorites,
  setFavorite,
} from './musics.ts'
import { listNotices, markNoticesRead, readNotice } from './notices.ts'
import { readPaymentInfo } from './payment-info.ts'
import { exportDays, exportVideos, listVideos, readDashboard, readVideoExtremes } from './reports.ts'
import { logout, readMe } from './session.ts'
import { createSignInCode, exchangeSignInCode } from './sign-in-codes.ts'
import { readMeta } from './site.ts'
import { exportCountries, readVideo } from './video-detail.ts'

/** Every endpoint, for whatever speaks of all of them: the documentation, the tests of refusals. */
export const endpoints: readonly Endpoint[] = [
  readMeta,
  join,
  login,
  logout,
  readMe,
  createSignInCode,
  exchangeSignInCode,
  updateAccount,
  withdrawAccount,
  listSessions,
  endSessions,
  readPaymentInfo,
  listMembers,
  addMember,
  updateMember,
  deleteMember,
  listFeeRates,
  listChannels,
  readChannel,
  findChannel,
  addChannel,
  cancelChannelRequest,
  verifyChannel,
  requestReReview,
  assignChannel,
  unassignChannel,
  deleteChannel,
  streamChannelChanges,
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
  listFavorites,
  setFavorite,
  reorderFavorites,
  listMusicUses,
  listNotices,
  readNotice,
  markNoticesRead,
]
