import { readDeletion } from '#contract/settlement/deletions.ts'
import * as waitingPayees from '#contract/settlement/desk/waiting-payees.ts'
import { cancelBankFile, exportBankFile, importBankResults } from '#contract/settlement/filing/bank-files.ts'
import { confirmMemberPayee, enterPayeeOfGone } from '#contract/settlement/payees.ts'
import * as contract from '#contract/settlement/payments.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { buildTable, yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { route } from '#server/platform/http/route.ts'
import { getFileName } from '#server/platform/messages.ts'
import { getDecisionViewpoint } from '#server/settlement/ledger/viewpoint.ts'
import { selectPaymentSite } from './calendar/payday.ts'
import { readWholePayee } from './payees/changes.ts'
import { isPayeeOfSite, readWaitingPayees } from './payees/desk/waiting-payees.ts'
import { selectPaymentInfo } from './payees/payment-info/queries.ts'
import { endBalance } from './payments/by-hand/ended-balances.ts'
import { enterGonePayee } from './payments/by-hand/gone-payees.ts'
import { getManualColumns } from './payments/by-hand/manual-columns.ts'
import {
  addManualEntries,
  removeManualEntry,
  selectManualEntries,
} from './payments/by-hand/manual-entries.ts'
import { readDueList } from './payments/due-list.ts'
import { previewDeletion } from './payments/forfeits/deletion-preview.ts'
import { confirmPayee } from './payments/payee-confirmation.ts'
import { requestPayment } from './payments/requests.ts'
import { recordReturns } from './payments/returns.ts'

/** At the desk. */
function sitePayeeRoutes(app: App, services: Services): void {
  const { db } = services

  route(app, services, waitingPayees.readWaitingPayees, ({ account }) =>
    readWaitingPayees(db, services, getScope(account, 'desk.read'), account),
  )

  route(app, services, waitingPayees.readSitePayee, async (call) => {
    const reach = isPayeeOfSite(getScope(call.account, 'payees.confirm'), call.account)
    const { target } = call.body
    return { payee: await readWholePayee(services, call, { target, reach, action: 'readSitePayee' }) }
  })

  route(app, services, waitingPayees.confirmSitePayee, async (call) => {
    const reach = isPayeeOfSite(getScope(call.account, 'payees.confirm'), call.account)
    await confirmPayee(services, call, { ...call.body, reach, action: 'confirmSitePayee' })
    return {}
  })
}

export function paymentRoutes(app: App, services: Services): void {
  const { db, now } = services
  sitePayeeRoutes(app, services)

  route(app, services, contract.readPayments, ({ account }) =>
    readDueList(db, { networkId: account.networkId }, account.siteId, now()),
  )

  route(app, services, readDeletion, ({ account, query }) => previewDeletion(db, account, query, now()))

  route(app, services, contract.returnPayments, async ({ account, actor, body }) => {
    const returns = body.returns.map((one, at) => ({
      ...one,
      fields: { payment: `returns.${at}.paymentId`, returnedOn: `returns.${at}.returnedOn` },
    }))
    return recordReturns(db, { account, actor }, returns, { action: 'returnPayments', now: now() })
  })

  route(app, services, confirmMemberPayee, async (call) => {
    const reach = isMemberOf(call.account.networkId)
    await confirmPayee(services, call, { ...call.body, reach, action: 'confirmMemberPayee' })
    return {}
  })

  route(app, services, enterPayeeOfGone, async (call) => {
    await enterGonePayee(services, call, call.body)
    return {}
  })

  route(app, services, contract.requestPayment, async (call) => {
    const { id: accountId } = getDecisionViewpoint(call.account)
    return requestPayment(db, { accountId, actor: call.actor }, now())
  })

  route(app, services, exportBankFile, async (call) => {
    const { exportTransfersIn } = await import('./payments/bank-exchange/bank-export.ts')
    const info = await selectPaymentInfo(db, call.site.id)
    const { account, actor, body, site } = call
    const sender = {
      debtor: { networkId: account.networkId },
      accountId: account.id,
      actor,
      sender: info?.company_name ?? site.name,
    }
    const options = { action: 'exportBankFile', now: now() }
    return db.transaction((tx) => exportTransfersIn(tx, services, sender, body, options))
  })

  route(app, services, cancelBankFile, async (call) => {
    const { cancelTransfers } = await import('./payments/bank-exchange/bank-export.ts')
    const sender = { debtor: { networkId: call.account.networkId }, actor: call.actor }
    const options = { action: 'cancelBankFile', now: now() }
    return { cancelled: await cancelTransfers(db, sender, call.body.statements, options) }
  })

  route(app, services, importBankResults, async (call) => {
    const { readBankResults } = await import('./bank-files/result-reading.ts')
    const { bookResults } = await import('./payments/bank-exchange/bank-results.ts')
    const bytes = Buffer.from(call.body.file, 'base64')
    const read = await readBankResults(bytes)
    const sender = { debtor: { networkId: call.account.networkId }, actor: call.actor }
    return bookResults(db, sender, bytes, read, {
      day: call.body.day,
      now: now(),
      action: 'importBankResults',
    })
  })

  route(app, services, contract.listManualEntries, async ({ account, query }) => ({
    currency: (await selectPaymentSite(db, account.siteId, now())).currency,
    entries: await selectManualEntries(db, account.networkId, { member: query.member }),
  }))

  exportRoute(app, services, contract.exportManualEntries, async ({ account, site, locale }) => {
    const { currency, timeZone, today } = await selectPaymentSite(db, account.siteId, now())
    return buildTable(
      { name: [getFileName('manualEntries', locale), site.domain, today], currency, locale },
      getManualColumns({ currency, timeZone, locale }),
      yieldOnce(await selectManualEntries(db, account.networkId, { limit: null })),
    )
  })

  route(app, services, contract.addManualEntries, async ({ account, actor, body }) => {
    const booker = { networkId: account.networkId, accountId: account.id, actor }
    const options = { action: 'addManualEntries', now: now() }
    return { added: await addManualEntries(db, booker, body.entries, options) }
  })

  route(app, services, contract.removeManualEntry, async ({ account, actor, body: { id } }) => {
    const options = { action: 'removeManualEntry', now: now() }
    await removeManualEntry(db, { networkId: account.networkId, actor }, id, options)
    return {}
  })

  route(app, services, contract.endBalance, async ({ account, actor, body }) => {
    const options = { action: 'endBalance', now: now() }
    await endBalance(db, { networkId: account.networkId, actor }, body, options)
    return {}
  })
}
