import * as channelChanges from './channels/channel-changes.ts'
import * as channelHistory from './channels/channel-history.ts'
import * as channelTags from './channels/channel-tags.ts'
import * as channels from './channels/channels.ts'
import * as earningDay from './channels/earning-day.ts'
import * as firstSteps from './channels/first-steps.ts'
import * as release from './channels/release.ts'
import * as reviewQueue from './channels/review-queue.ts'
import * as deskAudit from './operations/desk/audit.ts'
import * as channelCard from './operations/desk/channel-card.ts'
import * as deskHealth from './operations/desk/health.ts'
import * as deskMail from './operations/desk/mail.ts'
import * as personCard from './operations/desk/person-card.ts'
import * as deskSearch from './operations/desk/search.ts'
import * as today from './operations/desk/today.ts'
import * as operatorAlerts from './operations/operator-alerts.ts'
import * as account from './people/account.ts'
import * as auth from './people/auth.ts'
import * as emailLinks from './people/email-links.ts'
import * as fees from './people/fees.ts'
import * as firstOperator from './people/first-operator.ts'
import * as impersonation from './people/impersonation.ts'
import * as memberManagement from './people/member-management.ts'
import * as members from './people/members.ts'
import * as memberImport from './people/membership/member-import.ts'
import * as membership from './people/membership/membership.ts'
import * as personHelp from './people/membership/person-help.ts'
import * as personNetwork from './people/membership/person-network.ts'
import * as signInHelp from './people/membership/sign-in-help.ts'
import * as staff from './people/membership/staff.ts'
import * as secondFactor from './people/second-factor.ts'
import * as securityEvents from './people/security-events.ts'
import * as session from './people/session.ts'
import * as signInCodes from './people/sign-in-codes.ts'
import * as signInProviders from './people/sign-in-providers.ts'
import type { Endpoint } from './platform/endpoint.ts'
import * as deskMusic from './portal/desk/music.ts'
import * as deskNotices from './portal/desk/notices.ts'
import * as musics from './portal/musics.ts'
import * as notices from './portal/notices.ts'
import * as savedViews from './portal/saved-views.ts'
import * as sharedReports from './portal/shared-reports.ts'
import * as site from './portal/site.ts'
import * as siteHome from './portal/site-home.ts'
import * as sitePages from './portal/site-pages.ts'
import * as channelReport from './reports/channel-report.ts'
import * as countries from './reports/countries.ts'
import * as dashboard from './reports/dashboard.ts'
import * as deskReports from './reports/desk/calendar.ts'
import * as deskReportChanges from './reports/desk/changes.ts'
import * as latestDay from './reports/latest-day.ts'
import * as movers from './reports/movers.ts'
import * as musicUses from './reports/music-uses.ts'
import * as priceSpread from './reports/price-spread.ts'
import * as reportEvents from './reports/report-events.ts'
import * as similarTracks from './reports/similar-tracks.ts'
import * as monthTargets from './reports/targets/month-targets.ts'
import * as trackReport from './reports/track-report.ts'
import * as videoDetail from './reports/video-detail.ts'
import * as videos from './reports/videos.ts'
import * as deletions from './settlement/deletions.ts'
import * as monthBoard from './settlement/desk/month-board.ts'
import * as monthPayments from './settlement/desk/month-payments.ts'
import * as waitingPayees from './settlement/desk/waiting-payees.ts'
import * as bankFiles from './settlement/filing/bank-files.ts'
import * as taxFiles from './settlement/filing/tax-files.ts'
import * as taxInvoices from './settlement/filing/tax-invoices.ts'
import * as lineVideos from './settlement/lines/line-videos.ts'
import * as monthClosing from './settlement/month-closing.ts'
import * as months from './settlement/months.ts'
import * as movements from './settlement/movements.ts'
import * as newStatements from './settlement/new-statements.ts'
import * as payday from './settlement/payday.ts'
import * as payees from './settlement/payees.ts'
import * as paymentInfo from './settlement/payment-info.ts'
import * as payments from './settlement/payments.ts'
import * as payoutShares from './settlement/payout-shares.ts'
import * as questions from './settlement/questions/questions.ts'
import * as statementDetail from './settlement/statement-detail.ts'
import * as statementPayments from './settlement/statement-payments.ts'
import * as statements from './settlement/statements.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

export const endpoints: readonly Endpoint[] = [
  site,
  siteHome,
  sitePages,
  auth,
  session,
  signInCodes,
  signInProviders,
  emailLinks,
  firstOperator,
  account,
  securityEvents,
  secondFactor,
  payees,
  paymentInfo,
  members,
  memberManagement,
  memberImport,
  signInHelp,
  membership,
  personHelp,
  personNetwork,
  impersonation,
  fees,
  staff,
  channelTags,
  channels,
  channelHistory,
  channelChanges,
  earningDay,
  release,
  reviewQueue,
  payoutShares,
  firstSteps,
  reportEvents,
  dashboard,
  monthTargets,
  videos,
  priceSpread,
  channelReport,
  latestDay,
  movers,
  countries,
  videoDetail,
  trackReport,
  similarTracks,
  musics,
  musicUses,
  notices,
  savedViews,
  sharedReports,
  newStatements,
  statements,
  payday,
  statementDetail,
  lineVideos,
  movements,
  questions,
  months,
  bankFiles,
  deletions,
  payments,
  statementPayments,
  taxFiles,
  taxInvoices,
  monthClosing,
  monthBoard,
  monthPayments,
  waitingPayees,
  operatorAlerts,
  today,
  deskNotices,
  deskReports,
  deskSearch,
  channelCard,
  deskAudit,
  deskMail,
  personCard,
  deskMusic,
  deskHealth,
  deskReportChanges,
].flatMap((module) => Object.values(module).filter(isEndpoint))
