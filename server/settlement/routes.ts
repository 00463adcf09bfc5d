import { readLineVideos as lineVideosEndpoint } from '#contract/settlement/lines/line-videos.ts'
import * as monthClosing from '#contract/settlement/month-closing.ts'
import * as months from '#contract/settlement/months.ts'
import * as ledgerMovements from '#contract/settlement/movements.ts'
import { readPayday } from '#contract/settlement/payday.ts'
import { exportStatement, readStatement } from '#contract/settlement/statement-detail.ts'
import * as statementPayments from '#contract/settlement/statement-payments.ts'
import * as contract from '#contract/settlement/statements.ts'
import { getScope, hasOwner } from '#server/platform/auth/installation.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { buildTable, yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { route } from '#server/platform/http/route.ts'
import { getFileName, toFileNamePart } from '#server/platform/messages.ts'
import { translate } from '#server/platform/texts.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { closeMonth } from '#server/settlement/closing/closing.ts'
import { selectArrivals, selectNetworkArrivals, toOwnerArrival } from '#server/settlement/files/arrivals.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatementEntries } from '#server/settlement/statements/statement-queries.ts'
import { createDraftReader, withRefusals } from './closing/draft-reader.ts'
import { releaseMonth, reopenMonth } from './closing/releases.ts'
import { getMoneyViewpoint } from './ledger/viewpoint.ts'
import { readMonthClosing } from './months/closing-view.ts'
import { findClosable } from './months/desk/month-board.ts'
import { monthBoardRoutes } from './months/desk/routes.ts'
import {
  type ListedMonth,
  type MonthServices,
  readMonthDetail,
  readMonthRows,
  readMonthSummaries,
  requireMonth,
  selectCurrency,
  selectMonths,
} from './months/month-detail.ts'
import { paymentRoutes } from './payment-routes.ts'
import { readBalance } from './payments/balance.ts'
import { readNextPayday } from './payments/payday/next-payday.ts'
import { getPaymentColumns } from './payments/payment-columns.ts'
import { addPayees } from './payments/recipients.ts'
import { recordPayments } from './payments/recording.ts'
import { selectChannelNames } from './statements/channels.ts'
import { getEntryColumns, getMonthColumns, getMovementColumns } from './statements/export-columns.ts'
import { readLineVideos } from './statements/line-videos.ts'
import { readMovements } from './statements/movements.ts'
import { pdfRoute } from './statements/pdf-route.ts'
import { readStatements } from './statements/statement-amounts.ts'
import { readStatementDetail, requireVisibleStatement } from './statements/statement-detail.ts'
import { requireSubject, toStatementAccount } from './statements/subject.ts'

export function statementRoutes(app: App, services: Services): void {
  const { db, log, now } = services
  const monthServices = { db, log, readDraft: createDraftReader(db, now) }
  ownStatementRoutes(app, services)
  monthRoutes(app, services, monthServices)
  closingRoutes(app, services, monthServices)
  monthBoardRoutes(app, services, monthServices)
  pdfRoute(app, services)
  paymentRoutes(app, services)
}

function ownStatementRoutes(app: App, services: Services): void {
  const { db } = services

  route(app, services, contract.readBalance, async ({ account, query }) => {
    const viewer = getMoneyViewpoint(account)
    return readBalance(db, viewer, await requireSubject(db, viewer, query.member), services.now())
  })

  route(app, services, contract.readStatements, async ({ account, query }) => {
    const viewer = getMoneyViewpoint(account)
    const subject = await requireSubject(db, viewer, query.member)
    const found = await readStatements(db, { accountId: subject.id, viewer })
    return {
      ...(await readBalance(db, viewer, subject, services.now())),
      account: toStatementAccount(subject),
      statements: found.map(({ statement }) => statement).reverse(),
    }
  })

  route(app, services, readPayday, ({ account, query }) => readNextPayday(services, account, query.member))

  route(app, services, readStatement, async ({ account, query: { id } }) => ({
    statement: await readStatementDetail(db, getMoneyViewpoint(account), id),
  }))

  route(app, services, lineVideosEndpoint, ({ account, query }) =>
    db.readSnapshot((view) => readLineVideos(view, getMoneyViewpoint(account), query)),
  )

  route(app, services, ledgerMovements.readMovements, async ({ account, query }) => {
    const viewer = getMoneyViewpoint(account)
    const subject = await requireSubject(db, viewer, query.member)
    const movements = await readMovements(db, viewer, subject.id)
    return {
      currency: subject.currency,
      account: toStatementAccount(subject),
      balance: movements.at(-1)?.balance ?? 0,
      movements: movements.reverse(),
    }
  })

  exportRoute(app, services, exportStatement, async ({ account, query: { id }, site, locale }) => {
    const { row } = await requireVisibleStatement(db, getMoneyViewpoint(account), id)
    const entries = await selectStatementEntries(db, row.id)
    const ids = entries.map(({ channelId }) => channelId)
    const describe = await selectChannelNames(db, account.networkId, ids)
    const { currency } = row
    const number = formatStatementNumber(row.month, row.id)
    return buildTable(
      { name: [getFileName('statement', locale), site.domain, number], currency, locale },
      getEntryColumns(currency, locale, describe),
      yieldOnce(entries),
    )
  })

  exportRoute(app, services, ledgerMovements.exportMovements, async ({ account, query, site, locale }) => {
    const viewer = getMoneyViewpoint(account)
    const { id, currency, nickname } = await requireSubject(db, viewer, query.member)
    return buildTable(
      { name: [getFileName('movements', locale), site.domain, nickname ?? String(id)], currency, locale },
      getMovementColumns(currency, locale),
      yieldOnce(await readMovements(db, viewer, id)),
    )
  })
}

function monthRoutes(app: App, services: Services, monthServices: MonthServices): void {
  const { db, now, readLimits } = services

  function countDraft({ id }: Account, { state }: ListedMonth): void {
    if (state === 'open') readLimits.enforce(id, 'draft', now())
  }

  route(app, services, months.readMonths, async ({ account: { networkId } }) => ({
    currency: await selectCurrency(db, networkId),
    months: await readMonthSummaries(db, networkId),
    arrivals: await selectNetworkArrivals(db, networkId, now()),
  }))

  route(app, services, months.readMonth, async ({ account, query, locale }) => {
    const listed = await requireMonth(db, query.month)
    countDraft(account, listed)
    return readMonthDetail(monthServices, account, listed, query, locale)
  })

  exportRoute(app, services, months.exportMonth, async ({ account, query, site, locale }) => {
    const listed = await requireMonth(db, query.month)
    countDraft(account, listed)
    const rows = await readMonthRows(monthServices, account, listed, query)
    const currency = await selectCurrency(db, account.networkId, listed.month)
    // Nobody should take a draft for what is booked.
    const draft = listed.state === 'open' ? toFileNamePart(translate('months:state.open', locale)) : undefined
    return buildTable(
      { name: [getFileName('month', locale), site.domain, query.month, draft], currency, locale },
      getMonthColumns(currency, locale),
      yieldOnce(rows),
    )
  })

  exportRoute(
    app,
    services,
    statementPayments.exportPayments,
    async ({ account, actor, query, site, locale }) => {
      const listed = await requireMonth(db, query.month)
      const rows = listed.state === 'released' ? await readMonthRows(monthServices, account, listed, {}) : []
      const awaiting = rows.filter((row) => !row.account.isNetwork && row.state === 'awaiting_payment')
      const currency = await selectCurrency(db, account.networkId, listed.month)
      return buildTable(
        { name: [getFileName('payments', locale), site.domain, query.month], currency, locale },
        getPaymentColumns(currency),
        yieldOnce(await addPayees(services, actor, awaiting)),
      )
    },
  )

  route(app, services, statementPayments.payStatements, async (call) => {
    const payments = call.body.payments.map(({ statementId, paidOn, reference, amount }, at) => ({
      id: statementId,
      paidOn,
      reference,
      amount,
      fields: {
        statement: `payments.${at}.statementId`,
        paidOn: `payments.${at}.paidOn`,
        amount: `payments.${at}.amount`,
      },
    }))
    return recordPayments(db, call, payments, { action: 'payStatements', now: now() })
  })

  route(app, services, statementPayments.importPayments, async (call) => {
    const { parsePaymentsFile } = await import('./payments/payments-file.ts')
    const { payments, ignored } = parsePaymentsFile(call.body.file)
    const recorded = await recordPayments(db, call, payments, { action: 'importPayments', now: now() })
    return { ...recorded, ignored }
  })
}

/** Returns the earliest open month, or the newest. */
const getDefaultMonth = (listed: readonly ListedMonth[]): ListedMonth | undefined =>
  findClosable(listed) ?? listed[0]

function closingRoutes(app: App, services: Services, monthServices: MonthServices): void {
  const { db, now, readLimits } = services

  route(app, services, monthClosing.readMonthClosing, async ({ account, query, locale }) => {
    const listed = await selectMonths(db)
    const month = query.month === undefined ? getDefaultMonth(listed) : await requireMonth(db, query.month)
    if (month?.state === 'open') readLimits.enforce(account.id, 'draft', now())
    const arrivals = await selectArrivals(db, now())
    const scope = getScope(account, 'closing.read')
    return {
      months: listed.map(({ month: first, state }) => ({ month: formatMonth(first), state })),
      arrivals: arrivals
        .filter(({ owner }) => hasOwner(scope, owner))
        .filter(({ state, month: first }) => state !== 'complete' || first === month?.month)
        .map(toOwnerArrival),
      closing: month
        ? await readMonthClosing(monthServices, month, query, { viewerId: account.id, scope, locale })
        : null,
    }
  })

  route(app, services, monthClosing.closeMonth, async ({ account, actor, body }) => {
    const { month, draft, rate, explanations } = body
    const options = {
      month: `${month}-01`,
      fingerprint: draft,
      krwMicros: rate?.krwMicros,
      krwMicrosAgain: rate?.again ?? undefined,
      rateReason: rate?.reason,
      explanations,
      now: now(),
    }
    const closer = { actor, action: 'closeMonth', accountId: account.id }
    const { statements } = await withRefusals(() => closeMonth(db, options, closer))
    return { statements: statements.length }
  })

  route(app, services, monthClosing.releaseMonth, async ({ account, actor, body: { month } }) => {
    const closer = { actor, action: 'releaseMonth', accountId: account.id }
    return { statements: await releaseMonth(db, { month: `${month}-01`, now: now() }, closer) }
  })

  route(app, services, monthClosing.reopenMonth, async ({ account, actor, body: { month, reason } }) => {
    const closer = { actor, action: 'reopenMonth', accountId: account.id }
    await reopenMonth(db, { month: `${month}-01`, reason }, closer)
    return {}
  })
}
