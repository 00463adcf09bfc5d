import * as account from './account.ts'
import * as auth from './auth.ts'
import * as channelReport from './channel-report.ts'
import * as channels from './channels.ts'
import * as countries from './countries.ts'
import * as emailLinks from './email-links.ts'
import type { Endpoint } from './endpoint.ts'
import * as firstSteps from './first-steps.ts'
import * as memberManagement from './member-management.ts'
import * as members from './members.ts'
import * as months from './months.ts'
import * as movers from './movers.ts'
import * as musics from './musics.ts'
import * as newStatements from './new-statements.ts'
import * as notices from './notices.ts'
import * as operatorAlerts from './operator-alerts.ts'
import * as payees from './payees.ts'
import * as paymentInfo from './payment-info.ts'
import * as payoutShares from './payout-shares.ts'
import * as priceSpread from './price-spread.ts'
import * as reportEvents from './report-events.ts'
import * as reports from './reports.ts'
import * as secondFactor from './second-factor.ts'
import * as securityEvents from './security-events.ts'
import * as session from './session.ts'
import * as signInCodes from './sign-in-codes.ts'
import * as site from './site.ts'
import * as siteHome from './site-home.ts'
import * as statements from './statements.ts'
import * as videoDetail from './video-detail.ts'
import * as videos from './videos.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

export const endpoints: readonly Endpoint[] = [
  site,
  siteHome,
  auth,
  session,
  signInCodes,
  emailLinks,
  account,
  securityEvents,
  secondFactor,
  payees,
  paymentInfo,
  members,
  memberManagement,
  channels,
  payoutShares,
  firstSteps,
  reportEvents,
  reports,
  videos,
  priceSpread,
  channelReport,
  movers,
  countries,
  videoDetail,
  musics,
  notices,
  newStatements,
  statements,
  months,
  operatorAlerts,
].flatMap((module) => Object.values(module).filter(isEndpoint))
