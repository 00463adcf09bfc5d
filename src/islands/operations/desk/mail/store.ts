import { computed } from 'nanostores'
import {
  type DeskMail,
  type DeskMailKind,
  deskMailKinds,
  listMails,
  listSuppressions,
  type MailFilterName,
  mailFilterNames,
  readMail,
  retryMail,
  setSuppression,
} from '#contract/operations/desk/mail.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { addNote } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

const $mailCaller = computed([$caller, may('desk.read'), $path], (caller, readsDesk, path) =>
  readsDesk && path === '/desk/mail' ? caller : null,
)

const toId = (text: string | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined)

export const $filter = computed($params, (params) => ({
  isSuppressions: params.view === 'suppressions',
  state: mailFilterNames.find((one) => one === params.state),
  search: params.search || undefined,
  kind: params.kind || undefined,
  site: params.site || undefined,
  before: toId(params.before),
  after: toId(params.after),
}))

const $mailsKey = computed([$mailCaller, $filter], (caller, { isSuppressions, ...filter }) =>
  caller === null || isSuppressions ? null : { caller, ...filter },
)

export const mailList = createQuery($mailsKey, listMails, ({ caller: _, ...query }) => query)

const $suppressionsKey = computed(
  [$mailCaller, $filter, may('suppressions.read')],
  (caller, { isSuppressions, search }, mayRead) =>
    caller === null || !isSuppressions || !mayRead ? null : { caller, search },
)

export const suppressionList = createQuery($suppressionsKey, listSuppressions, ({ search }) => ({ search }))

const $detailsKey = computed([$mailCaller, $activeDialog, $dialogItemId], (caller, dialog, id) =>
  caller === null || dialog?.flag !== 'mail' || id === null ? null : { caller, id },
)

export const mailDetails = createQuery($detailsKey, readMail, ({ id }) => ({ id }))

const firstPage = { before: undefined, after: undefined }

export const showState = (state: MailFilterName | undefined) => setParams({ state, ...firstPage })
export const setFilter = (patch: { kind?: string; site?: string }) => setParams({ ...patch, ...firstPage })
export const searchAddress = (search: string) =>
  setParams({ search, ...firstPage }, { replace: search !== '' && $filter.get().search !== undefined })
export const clearFilters = () =>
  setParams({ state: undefined, search: undefined, kind: undefined, site: undefined, ...firstPage })
export const showOlder = (id: number) => setParams({ before: String(id), after: undefined })
export const showNewer = (id: number) => setParams({ after: String(id), before: undefined })
export const showSuppressions = (shown: boolean) =>
  setParams({ view: shown ? 'suppressions' : undefined, state: undefined, ...firstPage })

const isKnownKind = (kind: string): kind is DeskMailKind =>
  (deskMailKinds as readonly string[]).includes(kind)

/** Mail of an older version may be of a kind that this one does not know. */
export const nameKind = (kind: string): string => (isKnownKind(kind) ? t(`desk-mail:kinds.${kind}`) : kind)

export const nameRecipient = ({ recipient, nickname }: Pick<DeskMail, 'recipient' | 'nickname'>): string =>
  nickname === null ? recipient : addNote(nickname, recipient)

async function change(run: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await run()
    notify('success', done)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  mailList.reload()
  mailDetails.reload()
  suppressionList.reload()
}

export const retry = ({ id, recipient }: DeskMail): Promise<void> =>
  change(() => call(retryMail, { body: { id } }), t('desk-mail:retried', { address: recipient }))

export const suppress = (address: string, suppressed: boolean): Promise<void> =>
  change(
    () => call(setSuppression, { body: { address, suppressed } }),
    t(suppressed ? 'desk-mail:suppressed' : 'desk-mail:unsuppressed', { address }),
  )
