import type { OperatorCommand } from '#server/platform/command-line/command.ts'

interface CommandModule {
  /** First words of its commands. */
  words: readonly string[]
  load(): Promise<{ commands: readonly OperatorCommand[] }>
}

/** The help lists commands in this order. Only the modules of the command that runs are loaded. */
const modules: readonly CommandModule[] = [
  { words: ['import'], load: () => import('#server/reports/commands/import.ts') },
  { words: ['audit'], load: () => import('#server/operations/commands/audit.ts') },
  { words: ['backup', 'restore'], load: () => import('#server/operations/commands/backup.ts') },
  { words: ['doctor'], load: () => import('#server/operations/commands/doctor.ts') },
  {
    words: ['migrate', 'distribute', 'reencrypt'],
    load: () => import('#server/operations/commands/database.ts'),
  },
  { words: ['report'], load: () => import('#server/reports/commands/reports.ts') },
  { words: ['month'], load: () => import('#server/settlement/commands/months.ts') },
  { words: ['month'], load: () => import('#server/settlement/commands/reconciliation.ts') },
  { words: ['month'], load: () => import('#server/settlement/commands/closing.ts') },
  { words: ['statement'], load: () => import('#server/settlement/commands/statements.ts') },
  { words: ['question'], load: () => import('#server/settlement/statements/questions/commands.ts') },
  { words: ['payout'], load: () => import('#server/settlement/commands/payouts.ts') },
  { words: ['entry'], load: () => import('#server/settlement/commands/by-hand.ts') },
  { words: ['payee', 'payment'], load: () => import('#server/settlement/commands/payees.ts') },
  { words: ['withholding'], load: () => import('#server/settlement/commands/withholding.ts') },
  { words: ['ledger'], load: () => import('#server/settlement/commands/journal.ts') },
  { words: ['invoice'], load: () => import('#server/settlement/commands/invoices.ts') },
  { words: ['youtube'], load: () => import('#server/operations/commands/youtube.ts') },
  { words: ['network'], load: () => import('#server/settlement/payout-shares/adoption/commands.ts') },
  { words: ['rates'], load: () => import('#server/reports/commands/rates.ts') },
  { words: ['site'], load: () => import('#server/portal/commands/sites.ts') },
  { words: ['site'], load: () => import('#server/portal/commands/site-show.ts') },
  { words: ['site'], load: () => import('#server/portal/commands/site-pages.ts') },
  { words: ['account'], load: () => import('#server/people/commands/accounts.ts') },
  { words: ['account'], load: () => import('#server/people/commands/installation.ts') },
  { words: ['account'], load: () => import('#server/people/commands/roles.ts') },
  { words: ['account'], load: () => import('#server/people/commands/sign-in-help.ts') },
  { words: ['account'], load: () => import('#server/channels/commands/move.ts') },
  { words: ['member', 'network'], load: () => import('#server/people/commands/fees.ts') },
  { words: ['member'], load: () => import('#server/settlement/payout-shares/member-file/commands.ts') },
  { words: ['partner'], load: () => import('#server/people/commands/partners.ts') },
  { words: ['provider'], load: () => import('#server/people/commands/providers.ts') },
  { words: ['account', 'channel'], load: () => import('#server/settlement/commands/deletions.ts') },
  { words: ['channel'], load: () => import('#server/channels/commands/channels.ts') },
  { words: ['channel'], load: () => import('#server/channels/commands/review.ts') },
  { words: ['channel'], load: () => import('#server/channels/commands/earns-from.ts') },
  { words: ['channel'], load: () => import('#server/channels/commands/assign.ts') },
  { words: ['channel'], load: () => import('#server/settlement/commands/shares.ts') },
  { words: ['music'], load: () => import('#server/portal/commands/music.ts') },
  { words: ['music'], load: () => import('#server/portal/commands/music-files.ts') },
  { words: ['mail'], load: () => import('#server/operations/commands/mail.ts') },
  { words: ['notice'], load: () => import('#server/portal/commands/notices.ts') },
]

/** Completes "Commands for …". */
export const groupSummaries: Readonly<Record<string, string>> = {
  report: 'imported reports and their figures',
  month: "YouTube's final files, and for previewing and closing months",
  statement: 'statements of closed months, and their payment',
  question: 'questions about figures that the operator answers',
  payout: 'what is due: files for banks and their results',
  entry: 'amounts that are booked by hand',
  payee: 'payout accounts',
  withholding: 'local tax that sites withhold',
  ledger: 'bookkeeping',
  invoice: 'tax invoices of businesses',
  youtube: 'fetching reports from YouTube',
  network: 'networks',
  rates: 'exchange rates',
  site: 'sites',
  account: 'accounts',
  member: 'members and their fees',
  payment: 'payment information',
  partner: 'partner keys',
  provider: 'signing in with Google and other providers',
  channel: 'channels',
  music: 'the music catalog',
  mail: 'mail',
  notice: 'notices',
}

/** Loads the commands of the named family, or all if there is no such family. */
export async function loadCommands(word?: string): Promise<OperatorCommand[]> {
  const named = modules.filter(({ words }) => word !== undefined && words.includes(word))
  const loaded = await Promise.all((named.length > 0 ? named : modules).map(({ load }) => load()))
  return loaded.flatMap(({ commands }) => commands)
}
