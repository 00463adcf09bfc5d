import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readAllTexts } from '#build/text-files.ts'
import { locales } from '#contract/platform/locale.ts'
import type { Strings } from '#lib/texts/translate.ts'

// A text that is equal in four languages stands once in the catalogs, so that a change of its words is one change.

const root = pathToFileURL(`${process.cwd()}/`)

/** Texts that are equal by chance, with the reason why one may change without the other. */
const justified: readonly (readonly [first: string, second: string, reason: string])[] = [
  ['youtube:home', 'common:home', 'YouTube chooses the words of its own buttons'],
  ['youtube:create', 'common:create', 'YouTube chooses the words of its own buttons'],
  ['youtube:save', 'common:save', 'YouTube chooses the words of its own buttons'],
  ['channels:category.music', 'shell:views.musics', 'one of YouTube’s categories, and a screen'],
  ['share-report:name', 'youtube:titleField', 'the title of a shared report, and of a video on YouTube'],
  [
    'second-factor:step.totp',
    'channel-dialogs:verify.code',
    'six digits of an app, and the code of a channel',
  ],
  ['shell:views.month', 'shell:views.months', 'titles of two screens, which are named by their views'],
  ['settlement:amounts.payments', 'shell:views.payments', 'a sum on a statement, and a screen'],
  ['musics:ranks.week', 'reports:grain.week', 'a week to choose, and the unit of a chart'],
  ['month-closing:jumps.net', 'reports:period.month', 'a column, and a choice of period'],
  ['months:members.jump', 'reports:period.last-month', 'a column, and a choice of period'],
  ['ledger:journalAccounts.bank', 'payee:field.bank', 'an account in bookkeeping, and a field of a form'],
  ['desk:views.channel', 'shell:views.channel', 'titles of two screens, which are named by their views'],
  ['desk-channel:figures.title', 'reports:period.28-days', 'a card, and a choice of period'],
  ['desk-channel:figures.rpm', 'shared-report:rpm', 'a card of operators, and a public page'],
  [
    'desk-channel:figures.views',
    'video-detail:figures.views',
    'a card of operators, and a figure of a video',
  ],
  ['desk-channel:history.actions.earning', 'desk-channel:lanes.earns', 'what was done, and what lasts'],
  ['desk-channel:history.actions.shares', 'payout:shares', 'what was done, and a heading'],
  ['desk-channel:lanes.fee', 'members:column.rate', 'a lane by day, and a column'],
  ['desk-channel:lanes.network', 'desk-person:move.network', 'a lane by day, and a field of a form'],
  ['desk-channel:lanes.today', 'member-dialogs:fee.today', 'the end of a chart, and a day to choose'],
  [
    'desk-channel:release.reason',
    'payment-dialogs:entry.reason',
    'why a registration ends, and why an entry is booked',
  ],
  ['desk-person:factors.title', 'member-access:remedy.factors', 'the title of a dialog, and an action'],
  ['desk-person:grants.all', 'saved-views:of.everything', 'the scope of a role, and of a list'],
  ['desk-person:grants.operator', 'payments:manual.operator', 'a role, and who booked an entry'],
  ['desk-search:states.invited', 'lists:memberStates.invited', 'states of every account, and of members'],
  ['desk-search:states.waiting', 'lists:memberStates.waiting', 'states of every account, and of members'],
  [
    'desk-today:kinds.returned-payments.detail',
    'desk-today:kinds.reviews.detail',
    'payments, and channels, which have names of different kinds',
  ],
  ['payee:methods.paypal', 'payment-bank:formats.paypal', 'a way to be paid, and the format of a file'],
]

/** Plural forms of a text belong to it. */
function listTexts(tree: Strings, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${path}${name}`.replace(/_(one|other)$/, ''), value] as [string, string]]
      : listTexts(value, `${path}${name}.`),
  )
}

async function readTextsByKey(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const locale of locales)
    for (const [namespace, tree] of await readAllTexts(root, locale))
      for (const [key, text] of listTexts(tree, `${namespace}:`))
        texts.set(key, `${texts.get(key) ?? ''}\n${locale}: ${text}`)
  return texts
}

async function listCopies(): Promise<string[]> {
  const keys = new Map<string, string[]>()
  for (const [key, text] of await readTextsByKey()) keys.set(text, [...(keys.get(text) ?? []), key])
  return [...keys.values()].filter((copies) => copies.length > 1).map((copies) => copies.sort().join(' = '))
}

test('a text that is equal in four languages stands once', async () => {
  const expected = justified.map(([first, second]) => [first, second].sort().join(' = '))
  expect((await listCopies()).sort()).toEqual(expected.sort())
})
