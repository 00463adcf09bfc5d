import { computed } from 'nanostores'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { readMovements } from '#contract/settlement/movements.ts'
import { readPayday } from '#contract/settlement/payday.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale } from '#lib/i18n/strings.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params, $path } from '#lib/navigation/router.ts'

const listPath = '/statements'

const ownerFilter = createAddressFilter(readStatements.query, ['member'])
const statementFilter = createAddressFilter(readStatement.query, ['id'])

/** Null on other pages, where `member` belongs to another filter. */
const $ownerQuery = computed(
  [$caller, $path, $params, may('money.read')],
  (caller, path, params, seesMoney) =>
    caller !== null && path === listPath
      ? { caller, member: ownerFilter.parse(params, seesMoney).member }
      : null,
)

export const $statementId = computed(
  $path,
  (path) => statementFilter.parse({ id: path.replace(`${listPath}/`, '') }).id ?? null,
)

const $statementQuery = computed([$caller, $statementId], (caller, id) =>
  caller === null || id === null ? null : { caller, id },
)

export const statements = createQuery($ownerQuery, readStatements, ({ member }) => ({ member }))
export type StatementList = EndpointOutput<typeof readStatements>

/** Of the same person as the list. */
export const payday = createQuery($ownerQuery, readPayday, ({ member }) => ({ member }))

export const movements = createQuery($ownerQuery, readMovements, ({ member }) => ({ member }))
export const statement = createQuery($statementQuery, readStatement, ({ id }) => ({ id }))

/** `member`: an account of the manager's network, otherwise the caller's own. */
export const getListHref = (member?: number): string =>
  localizePath(member === undefined ? listPath : `${listPath}?member=${member}`, locale())

export const getStatementHref = (id: number): string => localizePath(`${listPath}/${id}`, locale())
