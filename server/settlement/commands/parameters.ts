import * as cli from '#server/platform/command-line/command.ts'
import { parseMonth } from '#server/settlement/files/reading/values.ts'

/** Its first day. */
export const parseMonthArgument = cli.expecting('a month, for example 2026-03', parseMonth)

export const monthFilter = cli.option('--month <month>', 'only of this month', parseMonthArgument)
export const month = cli.required('--month <month>', 'the month', parseMonthArgument)
export const onlyOwner = cli.ownerOption('only of this content owner')
export const fileOwner = cli.ownerOption('content owner of the files; required once there are several')

export const getAccountName = ({ email, accountId }: { email: string | null; accountId: number }) =>
  email ?? `account ${accountId}`
