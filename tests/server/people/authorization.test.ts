import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { endImpersonation, impersonateMember } from '#contract/people/impersonation.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { isInstallationPermission, networkRoles, type RoleHolder } from '#contract/platform/roles.ts'
import { syncAlerts } from '#server/platform/alerts/alerts.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import { createSession } from '#server/platform/auth/sessions.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { recordPayments } from '#server/settlement/payments/recording.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { mayCall, plainMember } from '#tests/support/access.ts'
import {
  createAccount,
  createChannel,
  createSite,
  createStaff,
  findPerson,
  insertAssignment,
  password,
  signIn,
  snapshotAccounts,
} from '#tests/support/accounts.ts'
import { type Api, type CallOptions, startApi } from '#tests/support/api.ts'
import {
  buildYoutubeChannel,
  createInMemoryYoutube,
  createRecordingJobs,
} from '#tests/support/channel-fixtures.ts'
import { dumpRows } from '#tests/support/database-dump.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { insertConfirmedPayee, insertPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { insertTracks } from '#tests/support/tracks.ts'

let api: Api
const youtube = createInMemoryYoutube()
const freeChannel = buildYoutubeChannel(channelIdFor('free'))
const freeLink = `https://www.youtube.com/channel/${freeChannel.channelId}`
const tokens: Record<string, string> = {}
const ids = {
  member: 0,
  leaver: 0,
  joiner: 0,
  aide: 0,
  asked: 0,
  invited: 0,
  import: 0,
  ended: 0,
  pending: 0,
  held: 0,
  given: 0,
  alert: 0,
  site: 0,
  notice: 0,
  scheduled: 0,
  mail: 0,
  deleted: 0,
  request: 0,
  session: 0,
  closed: 0,
  tag: 0,
  music: 0,
  statement: 0,
  question: 0,
  shared: 0,
  payment: 0,
  manual: 0,
  gone: 0,
  rival: 0,
  paid: 0,
  view: 0,
}

/** A call, the owner of its data, and the reply to the network's manager. */
interface RequestInput {
  query?: Record<string, string | number>
  body?: object
  /** It names something of the network that belongs neither to another network nor to the member. */
  isForeign?: true
  /** Defaults to 200. */
  manager?: number
}

const linkQuery = { link: freeLink }
const memberQuery = () => ({ query: { period: 'latest', member: ids.member }, isForeign: true }) as const
const videoQuery = () =>
  ({ query: { ...memberQuery().query, video: 'abcdefghijk' }, isForeign: true, manager: 404 }) as const

const payment = { paidOn: '2026-04-20', reference: 'Bank 1' }

const unknownToken = 'A'.repeat(43)
const getThisMonth = () => getPacificDay(new Date()).slice(0, 7)
const attestation = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
}

/** Lists every endpoint that requires an account, in an order in which the manager can make all the calls. */
const requestByEndpoint: Record<string, () => RequestInput> = {
  readMe: () => ({}),
  listSessions: () => ({}),
  endSessions: () => ({ body: { id: ids.session, password }, isForeign: true }),
  readSecondFactors: () => ({}),
  startStepUp: () => ({}),
  startConfirmation: () => ({}),
  // Otherwise it would renew the token.
  confirmSession: () => ({ body: { password: 'the wrong one' }, manager: 422 }),
  startTotp: () => ({ body: { password } }),
  addTotp: () => ({ body: { challenge: unknownToken, code: '123456' }, manager: 410 }),
  removeTotp: () => ({ body: { password }, manager: 404 }),
  startPasskey: () => ({ body: { password } }),
  addPasskey: () => ({ body: { challenge: unknownToken, name: 'Laptop', attestation }, manager: 410 }),
  renamePasskey: () => ({ body: { id: 1, name: 'Laptop' }, isForeign: true, manager: 404 }),
  removePasskey: () => ({ body: { id: 1, password }, isForeign: true, manager: 404 }),
  renewRecoveryCodes: () => ({ body: { password }, manager: 404 }),
  listLinkedSignIns: () => ({}),
  startProviderLink: () => ({
    body: { provider: 1, origin: 'https://example.test', password },
    isForeign: true,
    manager: 404,
  }),
  linkProvider: () => ({ body: { token: unknownToken }, manager: 410 }),
  unlinkProvider: () => ({ body: { id: 1, password }, isForeign: true, manager: 404 }),
  readPayee: () => ({}),
  updatePayee: () => ({
    body: { kind: 'business', name: 'Boss', bankCode: '004', account: '110-222-333444', password },
  }),
  readMemberTaxId: () => ({ body: { target: ids.member, password }, isForeign: true, manager: 404 }),
  readMemberPayee: () => ({ body: { target: ids.member }, isForeign: true }),
  confirmMemberPayee: () => ({ body: { target: ids.member, version: 1 }, isForeign: true }),
  enterPayeeOfGone: () => ({
    body: {
      ...{ target: ids.member, kind: 'individual', name: 'Kim' },
      ...{ bankCode: '004', account: '110222333444' },
    },
    isForeign: true,
    // Nothing is owed to the member.
    manager: 404,
  }),
  rejectMemberPayee: () => ({ body: { target: ids.member, version: 1, reason: 'Wrong' }, isForeign: true }),
  createTaxFile: () => ({ body: { period: '2026-03', password } }),
  exportJournal: () => ({ query: { from: '2026-03-01', to: '2026-04-30' } }),
  readTaxInvoices: () => ({ query: { month: '2026-03' } }),
  requestTaxInvoices: () => ({ body: { statements: [ids.statement] }, isForeign: true }),
  recordTaxInvoice: () => ({
    body: { statementId: ids.statement, number: '1', issuedOn: '2026-04-02', supply: 1_000, vat: 0 },
    isForeign: true,
  }),
  readOperatorAlerts: () => ({ manager: 403 }),
  listReviews: () => ({ query: { state: 'held' }, manager: 403 }),
  readReview: () => ({ query: { id: ids.given }, manager: 403 }),
  readLatestVideos: () => ({ query: { id: ids.given }, manager: 403 }),
  decideReviews: () => ({
    body: { ids: [ids.given], decision: 'approved', reason: null },
    manager: 403,
  }),
  undoReviews: () => ({ body: { ids: [ids.given] }, manager: 403 }),
  assignReviews: () => ({ body: { ids: [ids.given], mine: false }, manager: 403 }),
  readToday: () => ({ manager: 403 }),
  readDeskReports: () => ({ manager: 403 }),
  readDeskReport: () => ({ query: { owner: 'main', kind: 'activity', day: '2026-03-02' }, manager: 403 }),
  withdrawReport: () => ({ body: { owner: 'main', kind: 'activity', day: '2026-03-02' }, manager: 403 }),
  acceptGap: () => ({
    body: { owner: 'main', kind: 'activity', day: '2026-03-02', reason: null },
    manager: 403,
  }),
  askForReports: () => ({ body: { owner: 'main' }, manager: 403 }),
  assignWaiting: () => ({ body: { key: `alert ${ids.alert}`, mine: true }, manager: 403 }),
  snoozeWaiting: () => ({ body: { key: `alert ${ids.alert}`, hours: null }, manager: 403 }),
  readCatalog: () => ({ manager: 403 }),
  editTrack: () => ({ body: { isrc: 'KRTST2600001', change: {} }, manager: 403 }),
  withdrawTracks: () => ({ body: { isrcs: ['KRTST2600001'], withdrawn: false }, manager: 403 }),
  storeTrackMedia: () => ({
    body: { isrc: 'KRTST2600001', kind: 'cover', content: 'AAAA' },
    manager: 403,
  }),
  readDeskNotices: () => ({ manager: 403 }),
  readDeskNotice: () => ({ query: { id: ids.notice }, manager: 403 }),
  previewNotice: () => ({ body: { sources: {} }, manager: 403 }),
  publishNotice: () => ({
    body: {
      siteIds: [ids.site],
      sources: { ko: { title: '제목', text: '글' } },
      pinned: false,
      publishAt: null,
    },
    manager: 403,
  }),
  editNotices: () => ({
    body: { ids: [ids.notice], sources: { ko: { title: '제목', text: '글' } }, version: 'another' },
    manager: 403,
  }),
  changeNotices: () => ({ body: { ids: [ids.notice], change: 'pin' }, manager: 403 }),
  rescheduleNotices: () => ({
    body: { ids: [ids.scheduled], publishAt: '2099-01-01T00:00:00Z' },
    manager: 403,
  }),
  listAuditLog: () => ({ manager: 403 }),
  exportAuditLog: () => ({ manager: 403 }),
  listPeopleEvents: () => ({ manager: 403 }),
  listMails: () => ({ manager: 403 }),
  readMail: () => ({ query: { id: ids.mail }, manager: 403 }),
  retryMail: () => ({ body: { id: ids.mail }, manager: 403 }),
  setSuppression: () => ({ body: { address: 'gone@example.test', suppressed: true }, manager: 403 }),
  // There is an address by then.
  listSuppressions: () => ({ manager: 403 }),
  readHealth: () => ({ manager: 403 }),
  retryJobs: () => ({ body: { name: 'send-mail' }, manager: 403 }),
  readMonthClosing: () => ({ manager: 403 }),
  readMonthBoard: () => ({ manager: 403 }),
  readWaitingPayees: () => ({ manager: 403 }),
  readSitePayee: () => ({ body: { target: ids.member }, manager: 403 }),
  confirmSitePayee: () => ({ body: { target: ids.member, version: 99 }, manager: 403 }),
  readMonthPayments: () => ({ query: { month: '2026-03', site: 1 }, manager: 403 }),
  closeMonth: () => ({ body: { month: '2026-03', draft: 'a', rate: null, explanations: [] }, manager: 403 }),
  releaseMonth: () => ({ body: { month: '2026-03' }, manager: 403 }),
  setEarningDay: () => ({ body: { id: ids.given, from: '2026-03-01' }, manager: 403 }),
  releaseRegistration: () => ({ body: { id: ids.given, reason: 'The owner asked.' }, manager: 403 }),
  searchDesk: () => ({ query: { q: channelIdFor('given') }, manager: 403 }),
  listBlockedPeople: () => ({ manager: 403 }),
  readChannelCard: () => ({ query: { id: ids.given }, manager: 403 }),
  readPersonCard: () => ({ query: { id: ids.member }, manager: 403 }),
  mailPersonLink: () => ({ body: { target: ids.member }, manager: 403 }),
  allowPersonAttempts: () => ({ body: { target: ids.paid }, manager: 403 }),
  resetPersonFactors: () => ({ body: { target: ids.paid }, manager: 403 }),
  endPersonSessions: () => ({ body: { target: ids.paid }, manager: 403 }),
  // The days before are not closed.
  movePerson: () => ({
    body: { target: ids.member, network: ids.rival, from: `${getThisMonth()}-01` },
    manager: 403,
  }),
  endPersonMembership: () => ({ body: { target: ids.member, until: '2026-03-01' }, manager: 403 }),
  reopenMonth: () => ({ body: { month: '2026-03', reason: 'A slip.' }, manager: 403 }),
  readBalance: () => ({ query: { member: ids.member }, isForeign: true }),
  readPayday: () => ({ query: { member: ids.member }, isForeign: true }),
  readStatements: () => ({ query: { member: ids.member }, isForeign: true }),
  readStatement: () => ({ query: { id: ids.statement }, isForeign: true }),
  readLineVideos: () => ({
    query: { id: ids.statement, line: 'income/x/ads' },
    isForeign: true,
    manager: 404,
  }),
  readMovements: () => ({ query: { member: ids.member }, isForeign: true }),
  exportStatement: () => ({ query: { id: ids.statement }, isForeign: true }),
  exportStatementPdf: () => ({ query: { id: ids.statement }, isForeign: true }),
  exportMovements: () => ({ query: { member: ids.member }, isForeign: true }),
  listQuestions: () => ({}),
  readQuestion: () => ({ query: { id: ids.question }, isForeign: true }),
  // People ask about their own statements alone.
  askQuestion: () => ({
    body: { subject: { kind: 'statement', statement: ids.statement, line: 'net' }, text: 'Why?' },
    isForeign: true,
    manager: 404,
  }),
  addQuestionMessage: () => ({ body: { id: ids.question, text: 'Because.' }, isForeign: true }),
  markQuestionSeen: () => ({ body: { id: ids.question, message: 1 }, isForeign: true }),
  settleQuestion: () => ({ body: { id: ids.question }, isForeign: true, manager: 404 }),
  listSharedReports: () => ({}),
  createSharedReport: () => ({
    body: { title: 'Brand', channels: [channelIdFor('own')], time: { period: '28-days' }, days: 30 },
    isForeign: true,
  }),
  revokeSharedReport: () => ({ body: { id: ids.shared }, isForeign: true }),
  readMonths: () => ({}),
  readMonth: () => ({ query: { month: '2026-03' } }),
  exportMonth: () => ({ query: { month: '2026-03' } }),
  exportPayments: () => ({ query: { month: '2026-03' } }),
  payStatements: () => ({
    body: { payments: [{ statementId: ids.statement, ...payment }] },
    isForeign: true,
  }),
  importPayments: () => ({
    body: {
      file: `정산 번호,지급일,송금 번호\n${formatStatementNumber('2026-03-01', ids.statement)},${payment.paidOn},${payment.reference}`,
    },
    isForeign: true,
  }),
  readDeletion: () => ({ query: { member: ids.member }, isForeign: true }),
  readPayments: () => ({}),
  returnPayments: () => ({
    body: {
      returns: [{ paymentId: ids.payment, cause: 'bank', returnedOn: '2026-04-22', reason: 'Wrong holder' }],
    },
    isForeign: true,
  }),
  exportBankFile: () => ({ body: { format: 'kb', statements: [ids.statement] } }),
  cancelBankFile: () => ({ body: { statements: [ids.statement] } }),
  importBankResults: () => ({ body: { file: 'AAAA', day: '2026-04-20' }, manager: 422 }),
  requestPayment: () => ({ manager: 409 }),
  listManualEntries: () => ({}),
  exportManualEntries: () => ({}),
  addManualEntries: () => ({
    body: { entries: [{ member: ids.member, kind: 'bonus', amount: 1_000, reason: 'A prize' }] },
    isForeign: true,
  }),
  removeManualEntry: () => ({ body: { id: ids.manual }, isForeign: true }),
  endBalance: () => ({
    body: { member: ids.gone, amount: 0, reason: 'Nobody answers' },
    isForeign: true,
    manager: 409,
  }),
  readPaymentInfo: () => ({}),
  impersonateMember: () => ({ body: { target: ids.member }, isForeign: true }),
  impersonatePerson: () => ({ body: { target: ids.member }, manager: 403 }),
  endImpersonation: () => ({ manager: 404 }),
  listMembers: () => ({}),
  exportMembers: () => ({}),
  addMember: () => ({ body: { user_id: 'new@example.test', password, nickname: 'New' } }),
  updateMember: () => ({
    body: { target: ids.member, password: 'another one', own_password: password, fee_rate: 12.5 },
    isForeign: true,
  }),
  approveMember: () => ({ body: { target: ids.joiner }, isForeign: true }),
  inviteMember: () => ({ body: { target: ids.invited }, isForeign: true }),
  listFeeRates: () => ({ query: { target: ids.member }, isForeign: true }),
  setFees: () => ({
    body: { fees: [{ member: ids.member, fee_rate: 10, from: '2099-01-01' }] },
    isForeign: true,
  }),
  removeFee: () => ({ body: { target: ids.member, from: '2099-01-01' }, isForeign: true }),
  importFees: () => ({ body: { file: 'member,fee\nmember@example.test,5', check: false }, isForeign: true }),
  importMembers: () => ({ body: { file: 'email,nickname\nfile@example.test,File', check: false } }),
  listMemberImports: () => ({}),
  undoMemberImport: () => ({ body: { id: ids.import }, isForeign: true }),
  readSignInHelp: () => ({ query: { target: ids.member }, isForeign: true }),
  // The address is confirmed, no attempt was wrong, and there is no factor.
  mailMemberConfirmation: () => ({ body: { target: ids.invited }, isForeign: true, manager: 409 }),
  allowMemberAttempts: () => ({ body: { target: ids.member, password }, isForeign: true, manager: 409 }),
  resetMemberFactors: () => ({ body: { target: ids.member, password }, isForeign: true, manager: 409 }),
  endMembership: () => ({ body: { target: ids.ended, password }, isForeign: true }),
  readStaff: () => ({}),
  inviteStaff: () => ({ body: { email: 'keeper@example.test', nickname: 'Keeper', roles: ['finance'] } }),
  resendStaffInvitation: () => ({ body: { target: ids.asked }, isForeign: true }),
  changeStaffRoles: () => ({ body: { target: ids.aide, roles: ['reader'] }, isForeign: true }),
  removeStaff: () => ({ body: { target: ids.aide }, isForeign: true }),
  // The person has not accepted the invitation.
  handOverNetwork: () => ({ body: { target: ids.asked, keep: [] }, isForeign: true, manager: 409 }),
  updateNetwork: () => ({ body: { name: 'Studio', contact: 'office@example.test' } }),
  readDefaultFee: () => ({}),
  setDefaultFee: () => ({ body: { fee_rate: 5 } }),
  deleteMember: () => ({ body: { target: ids.leaver, password }, isForeign: true }),
  listChannels: () => ({}),
  readChannel: () => ({ query: { id: ids.pending }, isForeign: true }),
  readFirstSteps: () => ({}),
  readChannelHistory: () => ({ query: { id: ids.pending }, isForeign: true }),
  readRegistration: () => ({ query: { channel: channelIdFor('pending') }, isForeign: true }),
  exportRegistrations: () => ({ query: { ids: `${ids.pending},${ids.given}` } }),
  findChannel: () => ({ query: linkQuery }),
  addChannel: () => ({ body: { ...linkQuery, category: 'people' } }),
  dismissClosedChannel: () => ({ body: { id: ids.closed }, isForeign: true }),
  cancelChannelRequest: () => ({ body: { id: ids.request }, isForeign: true }),
  verifyChannel: () => ({ body: { id: ids.pending }, isForeign: true }),
  requestReReview: () => ({ body: { id: ids.held }, isForeign: true }),
  assignChannel: () => ({ body: { id: ids.pending, members: [ids.member] }, isForeign: true }),
  unassignChannel: () => ({ body: { id: ids.given, member: ids.member }, isForeign: true }),
  assignChannels: () => ({ body: { ids: [ids.pending, ids.held], members: [ids.member] }, isForeign: true }),
  unassignChannels: () => ({ body: { ids: [ids.given], members: [ids.member] }, isForeign: true }),
  readPayoutShares: () => ({ query: { channel: channelIdFor('given') }, isForeign: true }),
  setPayoutShares: () => ({
    body: {
      ids: [ids.pending],
      fromDay: '2099-01-01',
      shares: [{ member: ids.member, permille: 500 }],
    },
    isForeign: true,
  }),
  importShares: () => ({
    body: { file: `channel,member\n${ids.pending},member@example.test`, check: false },
    isForeign: true,
  }),
  listTags: () => ({}),
  createTag: () => ({ body: { name: 'Another' } }),
  renameTag: () => ({ body: { id: ids.tag, name: 'Renamed' }, isForeign: true }),
  tagChannels: () => ({
    body: { channels: [channelIdFor('given')], add: [ids.tag], remove: [] },
    isForeign: true,
  }),
  deleteTag: () => ({ body: { id: ids.tag }, isForeign: true }),
  deleteChannel: () => ({ body: { id: ids.deleted, password, acknowledged: 'on' }, isForeign: true }),
  streamChannelChanges: () => ({}),
  readDashboard: memberQuery,
  // People set and see their own targets alone.
  readTargetSuggestions: () => ({ query: { month: '2026-03' } }),
  setMonthTarget: () => ({ body: { month: getThisMonth(), onward: true, amount: 10_000, currency: 'USD' } }),
  removeMonthTarget: () => ({ body: { month: getThisMonth(), onward: true } }),
  listVideos: memberQuery,
  readVideo: videoQuery,
  readVideoCurve: videoQuery,
  readVideoContext: videoQuery,
  readTrackReport: () => ({
    query: { ...memberQuery().query, music: String(ids.music) },
    isForeign: true,
  }),
  readSimilarTracks: () => ({
    query: { member: ids.member, music: String(ids.music) },
    isForeign: true,
  }),
  readVideoTotals: memberQuery,
  readVideoExtremes: memberQuery,
  readPriceSpread: memberQuery,
  readLatestDay: memberQuery,
  readMovers: memberQuery,
  readReportEvents: memberQuery,
  readCountries: memberQuery,
  readVideoTrends: () => ({ query: { ...memberQuery().query, videos: 'channel:video' }, isForeign: true }),
  listChannelFigures: memberQuery,
  readChannelSeries: memberQuery,
  exportDays: memberQuery,
  exportVideos: memberQuery,
  exportChannels: memberQuery,
  exportCountries: videoQuery,
  exportScopeCountries: memberQuery,
  listMusics: () => ({}),
  listMusicRanks: () => ({ query: { music: String(ids.music) } }),
  // Its own test supplies files: server/portal/track-files-download.
  downloadTrackFile: () => ({ query: { music: String(ids.music) }, manager: 404 }),
  listMoods: () => ({}),
  listFavorites: () => ({}),
  setFavorite: () => ({ body: { music: ids.music, favorite: true } }),
  reorderFavorites: () => ({ body: { musics: [ids.music] } }),
  listMusicUses: () => ({ query: { musics: String(ids.music) } }),
  listNotices: () => ({}),
  readNotice: () => ({ query: { id: 1 }, manager: 404 }),
  markNoticesRead: () => ({ body: { id: null } }),
  listSavedViews: () => ({}),
  saveView: () => ({ body: { name: 'Mine', path: '/dashboard', query: 'period=28-days' } }),
  renameView: () => ({ body: { id: ids.view, name: 'Renamed' }, isForeign: true }),
  replaceView: () => ({ body: { id: ids.view, path: '/report-video', query: '' }, isForeign: true }),
  // There is another one by then.
  reorderViews: () => ({ body: { ids: [ids.view] }, manager: 409 }),
  deleteView: () => ({ body: { id: ids.view } }),
  markStatementsSeen: () => ({ body: { id: 1 } }),
  updateAccount: () => ({ body: { nickname: 'Renamed' } }),
  requestConfirmation: () => ({}),
  changeEmail: () => ({ body: { email: 'moved@example.test', password } }),
  listSecurityEvents: () => ({}),
  readWithdrawal: () => ({}),
  withdrawAccount: () => ({ body: { password }, manager: 409 }),
  logout: () => ({}),
}

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs, youtube: youtube.youtube })
  const { db } = api
  youtube.channels = [freeChannel]
  const site = await createSite(db)
  const elsewhere = await createSite(db, 'elsewhere.test')
  const boss = await createAccount(db, site, 'boss@example.test')
  ids.member = await createAccount(db, site, 'member@example.test', boss)
  await insertPayee(db, ids.member)
  ids.leaver = await createAccount(db, site, 'leaver@example.test', boss)
  const earner = await createAccount(db, site, 'earner@example.test', boss)
  ids.joiner = await createAccount(db, site, 'joiner@example.test', boss)
  ids.invited = await createAccount(db, site, 'invited@example.test', boss)
  await queryRaw(db, 'update accounts set awaits_approval = true where id = $1', [ids.joiner])
  ids.ended = await createAccount(db, site, 'ended@example.test', boss)
  ids.aide = await createStaff(db, site, 'aide@example.test', boss, ['finance'])
  ids.asked = await createStaff(db, site, 'asked@example.test', boss, ['owner'])
  await queryRaw(db, 'update accounts set password_hash = null where id = any($1)', [
    [ids.invited, ids.asked],
  ])
  const rival = await createAccount(db, site, 'rival@example.test')
  ids.rival = rival
  for (const role of networkRoles) {
    await createStaff(db, site, `role-${role}@example.test`, boss, [role])
    await createStaff(db, site, `rival-role-${role}@example.test`, rival, [role])
  }
  await createAccount(db, elsewhere, 'stranger@example.test')
  const channel = (name: string, more: object = {}) =>
    createChannel(db, boss, channelIdFor(name), { verification: 'pending', approval: 0, ...more })
  ids.pending = await channel('pending')
  ids.held = await channel('held', { verification: 'verified', approval: 1 })
  ids.given = await channel('given')
  ids.deleted = await channel('deleted')
  await queryRaw(db, `update channels set held_at = now() - interval '80 hours' where registration_id = $1`, [
    ids.held,
  ])
  ids.closed = await channel('closed')
  await queryRaw(
    db,
    `update channels set removed_at = now(), closed_reason = 'released' where registration_id = $1`,
    [ids.closed],
  )
  await insertAssignment(db, ids.given, ids.leaver)
  const [tag] = await queryRaw<{ id: number }>(
    db,
    `insert into channel_tags (account_id, name, name_key) values ($1, 'Cooking', 'cooking') returning id`,
    [boss],
  )
  ids.tag = tag?.id ?? 0
  await insertAssignment(db, ids.given, ids.member)
  const earning = await channel('own', { verification: 'verified', approval: 2 })
  await insertAssignment(db, earning, earner)
  ids.paid = await createAccount(db, site, 'paid@example.test', boss)
  await insertConfirmedPayee(db, ids.paid)
  const paid = await channel('paid', { verification: 'verified', approval: 2 })
  await insertAssignment(db, paid, ids.paid)
  const [request] = await queryRaw<{ id: number }>(
    db,
    `insert into channel_requests (network_id, account_id, link, category)
    values ($1, $1, '@waiting', 'people')
    returning id`,
    [boss],
  )
  ids.request = request?.id ?? 0
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01', from_day = '2026-01-01'`)
  await insertMonthFile(db, {
    month: '2026-03-01',
    source: 'ads',
    amounts: { [channelIdFor('own')]: '50', [channelIdFor('paid')]: '50', [channelIdFor('elsewhere')]: '50' },
  })
  await closeAndRelease(db, {
    month: '2026-03-01',
    krwMicros: 1_400_000_000,
    now: api.clock.now,
    explanation: 'There is no payment summary.',
  })
  const [statement] = await selectStatements(db, { accountId: earner })
  ids.statement = statement?.id ?? 0
  await insertConfirmedPayee(db, earner)
  const payer = { account: null, actor: { kind: 'operator' } } as const
  const [paidStatement] = await selectStatements(db, { accountId: ids.paid })
  const fields = { statement: '', paidOn: '', amount: '' }
  const options = { action: 'test', now: api.clock.now }
  await recordPayments(db, payer, [{ ...payment, id: paidStatement?.id ?? 0, fields }], options)
  const [entry] = await queryRaw<{ id: number }>(db, `select max(id)::integer as id from ledger_entries`)
  ids.payment = entry?.id ?? 0
  const [manual] = await queryRaw<{ id: number }>(
    db,
    `insert into manual_entries (account_id, network_id, kind, currency, amount, reason, created_at)
    values ($1, $2, 'bonus', 'KRW', 1000, 'x', now()) returning id`,
    [ids.member, boss],
  )
  ids.manual = manual?.id ?? 0
  const [question] = await queryRaw<{ id: number }>(
    db,
    `with asked as (
      insert into questions (asked_by, network_id, kind, statement_id, line, amount, currency, asked_at, last_asked_id)
      values ($1, $2, 'statement', $3, 'net', 0, 'KRW', now(), 1)
      returning id)
    insert into question_messages (question_id, is_answer, author_id, body, created_at)
    select id, false, $1, 'Why?', now() from asked
    returning question_id as id`,
    [earner, boss, ids.statement],
  )
  ids.question = question?.id ?? 0
  const [view] = await queryRaw<{ id: number }>(
    db,
    `insert into saved_views (account_id, name, name_key, path, query, position, created_at)
    values ($1, 'Own', 'own', '/dashboard', '', 1, now()) returning id`,
    [await findPerson(db, 'boss@example.test')],
  )
  ids.view = view?.id ?? 0
  const [imported] = await queryRaw<{ id: number }>(
    db,
    'insert into member_imports (network_id, imported_at) values ($1, now()) returning id',
    [boss],
  )
  ids.import = imported?.id ?? 0
  const [shared] = await queryRaw<{ id: number }>(
    db,
    `insert into shared_reports (token_hash, account_id, network_id, title, channel_ids, period, created_at, expires_at)
    values ('\\x00', $1, $1, 'Brand', $2, '28-days', now(), now() + interval '7 days')
    returning id`,
    [boss, [channelIdFor('own')]],
  )
  ids.shared = shared?.id ?? 0
  ids.gone = earner
  ids.music = (await insertTracks(db, [{}]))[0] ?? 0
  tokens.other = await signIn(api, 'boss@example.test')
  const [session] = await queryRaw<{ id: number }>(db, 'select max(id) as id from sessions')
  ids.session = session?.id ?? 0
  for (const name of ['boss', 'member', 'rival']) tokens[name] = await signIn(api, `${name}@example.test`)
  for (const role of networkRoles)
    for (const name of [role, `rival-${role}`])
      tokens[name] = await signIn(
        api,
        name.startsWith('rival-') ? `rival-role-${role}@example.test` : `role-${role}@example.test`,
      )
  tokens.elsewhere = await signIn(api, 'stranger@example.test', 'elsewhere.test')
  tokens.nobody = ''
  tokens.expired = await signIn(api, 'boss@example.test')
  await queryRaw(
    db,
    `update sessions set expires_at = now() - interval '1 minute' where id = (select max(id) from sessions)`,
  )
})
afterAll(() => api.close())

const guardedEndpoints = endpoints.filter(({ access }) => access !== 'public' && access !== 'partner')
const guardedCalls = Object.keys(requestByEndpoint).map(
  (name) => [name, guardedEndpoints.find((one) => one.name === name) as Endpoint] as const,
)

const installationCalls = guardedCalls.filter(([, { access }]) => isInstallationPermission(access))

test('every endpoint for which somebody has to be signed in is among them', () => {
  expect(Object.keys(requestByEndpoint).sort()).toEqual(guardedEndpoints.map(({ name }) => name).sort())
})

const requestAs = async (who: string, one: Endpoint, { query, body }: RequestInput) => {
  const { status, body: reply } = await api.request(one, {
    token: tokens[who] ?? '',
    ...(query && { query }),
    body,
  })
  return [status, reply?.code]
}

/** Expects calls to be refused with the right reply, and to change nothing. */
async function expectRefused(who: string, one: Endpoint, expected: unknown[]): Promise<void> {
  const before = await snapshotAccounts(api.db)
  expect(await requestAs(who, one, requestByEndpoint[one.name]?.() ?? {})).toEqual(expected)
  expect(await snapshotAccounts(api.db)).toEqual(before)
}

describe.each(['nobody', 'expired', 'elsewhere'])('%s', (who) => {
  test.each(guardedCalls)('is refused %s', async (_, one) => {
    await expectRefused(who, one, [401, 'unauthenticated'])
  })
})

/** By name, each with one role. */
const holders: Record<string, RoleHolder> = Object.fromEntries(
  networkRoles.map((role) => [role, { roles: [role], isIndependent: false }]),
)

const listForbidden = (holder: RoleHolder) =>
  guardedCalls.filter(([, { access }]) => !mayCall(access, holder))

describe.each(Object.keys(holders))('the role %s', (role) => {
  const forbidden = listForbidden(holders[role] as RoleHolder)

  test.each(['', 'rival-'])('is refused what the role table does not allow: %s', async (side) => {
    const before = await snapshotAccounts(api.db)
    const answers: unknown[] = []
    for (const [name, one] of forbidden) {
      const [status, code] = await requestAs(`${side}${role}`, one, requestByEndpoint[name]?.() ?? {})
      if (status !== 403 || code !== 'forbidden') answers.push([name, status, code])
    }
    expect(answers).toEqual([])
    expect(await snapshotAccounts(api.db)).toEqual(before)
  })
})

describe('another network’s manager', () => {
  test.each(guardedCalls.filter(([name]) => requestByEndpoint[name]?.().isForeign))(
    'finds nothing by %s',
    async (_, one) => {
      await expectRefused('rival', one, [404, 'not_found'])
    },
  )

  test.each(
    guardedCalls.filter(([name, { method }]) => method === 'GET' && !requestByEndpoint[name]?.().isForeign),
  )('hears nothing of the network by %s', async (_, one) => {
    const { body } = await api.request(one, { token: tokens.rival ?? '', ...requestByEndpoint[one.name]?.() })
    const text = JSON.stringify(body ?? '')
    for (const secret of ['boss@', '"member@', 'leaver@', ...['pending', 'held', 'given'].map(channelIdFor)])
      expect(text).not.toContain(secret)
  })
})

describe('somebody who looks at the portal as a member', () => {
  beforeAll(async () => {
    const body = { target: ids.member }
    const { token } = await api.call(impersonateMember, { token: tokens.boss ?? '', body })
    tokens.seen = token
  })
  afterAll(() => api.call(endImpersonation, { token: tokens.seen ?? '' }))

  test('changes nothing, gets no file and sees no sign-ins', async () => {
    const answers: unknown[] = []
    for (const [name, one] of guardedCalls) {
      if (one.servesImpersonators) continue
      const [status, code] = await requestAs('seen', one, requestByEndpoint[name]?.() ?? {})
      if (status !== 403 || code !== 'impersonating') answers.push([name, status, code])
    }
    expect(answers).toEqual([])
    const refused = guardedCalls.filter(([, one]) => one.method === 'GET' && !one.servesImpersonators)
    expect(refused.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'listSessions',
        'readSecondFactors',
        'listSecurityEvents',
        'exportDays',
        'findChannel',
      ]),
    )
    expect(guardedCalls.filter(([, one]) => one.method === 'POST' && one.servesImpersonators)).toEqual([
      [endImpersonation.name, endImpersonation],
    ])
  })

  test('leaves nothing behind by reading', async () => {
    const before = await dumpRows(api.db)
    for (const [name, one] of guardedCalls) {
      // What is refused becomes a security event of the impersonator.
      const isRead = one.servesImpersonators && one.method === 'GET' && mayCall(one.access, plainMember)
      if (!isRead || one.media === 'events') continue
      const { query } = requestByEndpoint[name]?.() ?? {}
      const { status } = await api.request(one, { token: tokens.seen ?? '', ...(query && { query }) })
      expect([name, status]).not.toEqual([name, 500])
    }
    expect(await dumpRows(api.db)).toEqual(before)
  })
})

describe('the last owner of the network', () => {
  const setRole = (role: string) =>
    queryRaw(api.db, `update accounts set roles = array[$1] where email = 'role-owner@example.test'`, [role])
  beforeAll(() => setRole('manager'))
  afterAll(() => setRole('owner'))

  test.each(guardedCalls)('is answered %s', async (name, one) => {
    const wanted = requestByEndpoint[name]?.() ?? {}
    expect((await requestAs('boss', one, wanted))[0]).toBe(wanted.manager ?? 200)
  })
})

// After the owner, who needs what these calls change.
describe.each(Object.keys(holders))('the role %s', (role) => {
  const allowed = guardedCalls.filter(
    ([, { access, confirmation }]) =>
      mayCall(access, holders[role] as RoleHolder) && confirmation !== 'recent',
  )

  test('may do what the role table allows', async () => {
    const answers: unknown[] = []
    for (const [name, one] of allowed) {
      if (one.access === 'account') continue
      const [status, code] = await requestAs(role, one, requestByEndpoint[name]?.() ?? {})
      if (status === 401 || status === 403) answers.push([name, status, code])
    }
    expect(answers).toEqual([])
  })
})

/** `in`: reaches what is of example.test or its content owner. `out`: is answered without. */
type Reach = 'in' | 'out' | 'forbidden'

/** Whose it is: a content owner’s, a site’s network’s, of either, of the whole installation, of anybody, or here of nobody. */
type Target = 'owner' | 'site' | 'either' | 'everything' | 'anybody' | 'nobody'

/** `all`: changes what is everybody’s, and `all-read`: reads it. */
const installationCallsOf: Record<string, [Target, 'read' | 'change' | 'all' | 'all-read']> = {
  readOperatorAlerts: ['owner', 'read'],
  readMonthClosing: ['either', 'read'],
  readMonthBoard: ['site', 'read'],
  readWaitingPayees: ['site', 'read'],
  readSitePayee: ['site', 'change'],
  confirmSitePayee: ['site', 'change'],
  // Refused until the month is released: server/settlement/desk-months.test.ts.
  readMonthPayments: ['nobody', 'read'],
  closeMonth: ['everything', 'all'],
  releaseMonth: ['everything', 'all'],
  reopenMonth: ['everything', 'all'],
  setEarningDay: ['either', 'change'],
  releaseRegistration: ['either', 'change'],
  searchDesk: ['either', 'read'],
  listBlockedPeople: ['site', 'read'],
  readChannelCard: ['either', 'read'],
  readPersonCard: ['site', 'read'],
  mailPersonLink: ['site', 'change'],
  allowPersonAttempts: ['site', 'change'],
  resetPersonFactors: ['site', 'change'],
  endPersonSessions: ['site', 'change'],
  movePerson: ['site', 'change'],
  endPersonMembership: ['site', 'change'],
  // Nothing waits here: tests/server/channels/review-queue.test.ts.
  listReviews: ['nobody', 'read'],
  readReview: ['either', 'read'],
  // YouTube has none.
  readLatestVideos: ['nobody', 'read'],
  decideReviews: ['either', 'change'],
  undoReviews: ['either', 'change'],
  assignReviews: ['either', 'change'],
  readToday: ['owner', 'read'],
  readDeskReports: ['owner', 'read'],
  readDeskReport: ['owner', 'read'],
  withdrawReport: ['owner', 'change'],
  acceptGap: ['owner', 'change'],
  askForReports: ['owner', 'change'],
  assignWaiting: ['owner', 'change'],
  snoozeWaiting: ['owner', 'change'],
  // Names nothing of a site: its reply is the same for all.
  readCatalog: ['nobody', 'read'],
  editTrack: ['everything', 'all'],
  withdrawTracks: ['everything', 'all'],
  storeTrackMedia: ['everything', 'all'],
  readDeskNotices: ['site', 'read'],
  readDeskNotice: ['site', 'read'],
  previewNotice: ['anybody', 'read'],
  publishNotice: ['site', 'change'],
  editNotices: ['site', 'change'],
  changeNotices: ['site', 'change'],
  rescheduleNotices: ['site', 'change'],
  listAuditLog: ['site', 'read'],
  exportAuditLog: ['site', 'read'],
  listPeopleEvents: ['site', 'read'],
  listMails: ['site', 'read'],
  readMail: ['site', 'read'],
  retryMail: ['site', 'change'],
  setSuppression: ['everything', 'all'],
  listSuppressions: ['everything', 'all-read'],
  readHealth: ['everything', 'all-read'],
  retryJobs: ['everything', 'all'],
  // Of the site of the session only: server/people/impersonation.
  impersonatePerson: ['nobody', 'read'],
}

/** What each scope reaches. */
const scopes: Record<string, readonly Target[]> = {
  '': ['owner', 'site', 'either', 'everything', 'anybody'],
  ' of the site': ['site', 'either', 'anybody'],
  ' of another site': ['anybody'],
  ' of the owner': ['owner', 'either', 'anybody'],
  ' of another owner': ['anybody'],
}

function getReach(role: 'operator' | 'auditor', scope: string, name: string): Reach {
  const [target, kind] = installationCallsOf[name] ?? ['nobody', 'read']
  if ((kind === 'change' || kind === 'all') && role === 'auditor') return 'forbidden'
  if (kind.startsWith('all') && scope !== '') return 'forbidden'
  return scopes[scope]?.includes(target) ? 'in' : 'out'
}

const reachOf = Object.fromEntries(
  (['operator', 'auditor'] as const).flatMap((role) =>
    Object.keys(scopes).map((scope) => [`${role}${scope}`, (name: string) => getReach(role, scope, name)]),
  ),
)

describe('a role on the installation', () => {
  const people: Record<string, number> = {}
  beforeAll(async () => {
    const { db, clock } = api
    const [site, elsewhere] = await queryRaw<{ id: number }>(db, 'select id from sites order by id')
    const scopes = {
      '': undefined,
      ' of the site': { siteIds: [site?.id ?? 0], owners: [] },
      ' of another site': { siteIds: [elsewhere?.id ?? 0], owners: [] },
      ' of the owner': { siteIds: [], owners: ['main'] },
      ' of another owner': { siteIds: [], owners: ['other'] },
    }
    // On a site without the month's money: only the role says what it reaches.
    for (const role of ['operator', 'auditor'] as const)
      for (const [name, scope] of Object.entries(scopes)) {
        const email = `${role}${name}`.replaceAll(' ', '-')
        const id = await createAccount(db, { id: elsewhere?.id ?? 0 } as never, `${email}@elsewhere.test`)
        people[`${role}${name}`] = await findPerson(db, `${email}@elsewhere.test`, 'elsewhere.test')
        expect(id).toBeGreaterThan(0)
        await grantInstallationRole(db, people[`${role}${name}`] ?? 0, role, scope)
        const session = await createSession(db, people[`${role}${name}`] ?? 0, clock.now, '', {
          hasSecondFactor: true,
        })
        tokens[`${role}${name}`] = session.token
      }
    await syncAlerts(db, 'main', [{ kind: 'storage' }], [], clock.now)
    const [alert] = await queryRaw<{ id: number }>(db, 'select id from operator_alerts')
    ids.alert = alert?.id ?? 0
    ids.site = site?.id ?? 0
    const [notice, scheduled] = await queryRaw<{ id: number }>(
      db,
      `insert into notices (site_id, title, body, published_at)
      values ($1, '{"ko":"a"}', '{"ko":"a"}', now()), ($1, '{"ko":"b"}', '{"ko":"b"}', '2098-01-01')
      returning id`,
      [ids.site],
    )
    ids.notice = notice?.id ?? 0
    ids.scheduled = scheduled?.id ?? 0
    const [mail] = await queryRaw<{ id: number }>(
      db,
      `insert into mails (event_key, site_id, kind, recipient, locale, state, created_at, changed_at)
      values ('desk', $1, 'password-changed', 'kim@example.test', 'ko', 'failed', now(), now())
      returning id`,
      [ids.site],
    )
    ids.mail = mail?.id ?? 0
    await queryRaw(
      db,
      `insert into security_events (account_id, kind, is_failure, user_agent, created_at)
      values ($1, 'sign-in-blocked', true, '', $2)`,
      [ids.member, new Date(clock.now.getTime() + 1_000)],
    )
    await queryRaw(
      db,
      `insert into channel_owners (channel_id, owner, first_day) values ($1, 'main', '2026-01-01')`,
      [channelIdFor('given')],
    )
  })

  async function findReach(who: string, one: Endpoint): Promise<Reach> {
    const { query, body } = requestByEndpoint[one.name]?.() ?? {}
    const reply = await api.request(one, {
      token: tokens[who] ?? '',
      domain: 'elsewhere.test',
      ...(one.name === 'readMonthClosing' ? { query: { month: '2026-03' } } : query && { query }),
      body,
    })
    // The next one finds it as it was.
    if (one.name === 'releaseRegistration')
      await queryRaw(
        api.db,
        'update channels set removed_at = null, closed_reason = null where registration_id = $1',
        [ids.given],
      )
    if (reply.status === 403) return 'forbidden'
    if (reply.status === 404) return 'out'
    const text = JSON.stringify(reply.body)
    const marks = ['example.test', '"owner":"main"', channelIdFor('held'), channelIdFor('given')]
    return one.method === 'GET' && !marks.some((mark) => text.includes(mark)) ? 'out' : 'in'
  }

  /** @returns where somebody reaches more or less than they should */
  async function walk(names = Object.keys(reachOf)): Promise<string[]> {
    const holes: string[] = []
    for (const who of names)
      for (const [name, one] of installationCalls) {
        const reach = await findReach(who, one)
        const expected = reachOf[who]?.(name)
        if (reach !== expected) holes.push(`${who}: ${name}: ${reach} instead of ${expected}`)
      }
    return holes
  }

  test('reaches its sites and content owners, and changes only what an operator may', async () => {
    expect(await walk()).toEqual([])
  })

  test('is none without a second factor', async () => {
    const { token } = await createSession(api.db, people.operator ?? 0, api.clock.now)
    tokens.plain = token
    for (const [, one] of installationCalls) expect(await findReach('plain', one)).toBe('forbidden')
  })

  test('that reaches too much would be found', async () => {
    const who = 'operator of another site'
    await grantInstallationRole(api.db, people[who] ?? 0, 'operator')
    expect(await walk([who])).toContain(`${who}: readMonthClosing: in instead of out`)
    await grantInstallationRole(api.db, people['auditor of another owner'] ?? 0, 'operator')
    expect(await walk(['auditor of another owner'])).toContain(
      'auditor of another owner: closeMonth: in instead of forbidden',
    )
  })
})

test('each action on money is limited', async () => {
  const { db, clock } = api
  const boss = await findPerson(db, 'boss@example.test')
  await grantInstallationRole(db, boss, 'operator')
  const { token } = await createSession(db, boss, clock.now, '', { hasSecondFactor: true })
  const limited = guardedCalls.filter(([, { confirmation }]) => confirmation === 'recent')
  const requestLimited = (name: string) => {
    const one = limited.find(([other]) => other === name)?.[1] as Endpoint
    return api.request(one, { token, ...requestByEndpoint[name]?.() } as CallOptions)
  }
  // One of each limit.
  await requestLimited('requestPayment')
  await requestLimited('readMemberPayee')
  await queryRaw(db, 'update rate_limit_windows set count = 1000')
  for (const [name] of limited) {
    const { status, body } = await requestLimited(name)
    expect([name, status, body.code]).toEqual([name, 429, 'too_many'])
  }
})
