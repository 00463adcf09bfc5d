import { atom, computed } from 'nanostores'
import { type Channel, listChannels, readChannel } from '#contract/channels.ts'
import { listMembers } from '#contract/members.ts'
import { readMe } from '#contract/session.ts'
import { ApiError, call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $params, $path, setParams } from '#lib/router.ts'
import { $isManager, $session, $user, showUser } from '#lib/session.ts'
import { $site } from '#lib/site.ts'
import { type ChannelsFilter, filterOf, nothingChosen, paramsOf } from './filter.ts'
import { $opened } from './opened.ts'

const membersAtOnce = 20

/** Who is asking, on which site; null until both are known, and on other views, whose addresses say other things. */
const $scope = computed([$session, $user, $site, $path], (token, user, site, path) =>
  token && user && site && path === '/manage-channel'
    ? JSON.stringify([token, user.id, user.permission_flag, site.domain])
    : null,
)

export const $filter = computed([$params, $isManager], filterOf)

const $listed = computed([$scope, $filter], (scope, filter) => (scope === null ? null : { scope, ...filter }))

export const list = query($listed, ({ search, state, member, page }, signal) =>
  call(listChannels, {
    query: {
      search: search || undefined,
      state: state ?? undefined,
      member: member ?? undefined,
      page: page || undefined,
    },
    signal,
  }),
)

const listedChannel = (id: number | null, channels: readonly Channel[] | undefined) =>
  channels?.find((channel) => channel.id === id)

const $openedId = computed($opened, (opened) => (opened && 'id' in opened ? opened.id : null))

/** The channel of an open dialog, where the list shows others. */
const $unlisted = computed([$scope, $openedId, list.$state], (scope, id, { answer }) =>
  scope === null || id === null || answer === null || listedChannel(id, answer.data.channels)
    ? null
    : { scope, id },
)

const one = query($unlisted, ({ id }, signal) => call(readChannel, { query: { id }, signal }))

interface OpenedChannel {
  readonly channel: Channel | null
  /** Why it could not be had, or not anew. */
  readonly error: ApiError | null
}

const notKnown: OpenedChannel = { channel: null, error: null }

/** The channel that the open dialog is about. */
export const $openedChannel = computed(
  [$openedId, list.$state, one.$state],
  (id, { answer }, { question, answer: found, error }): OpenedChannel => {
    const listed = listedChannel(id, answer?.data.channels)
    if (listed) return { channel: listed, error: null }
    if (id === null || question?.id !== id) return notKnown
    return { channel: found?.question.id === id ? found.data.channel : null, error }
  },
)

export function reloadChannels(): void {
  list.reload()
  if ($openedId.get() !== null) one.reload()
}

let unlisten: (() => void) | undefined

/** Asks again once the list on its way is there: one change after the other would keep it from ever coming. */
export function refreshChannels(): void {
  const begin = () => {
    unlisten?.()
    unlisten = undefined
    reloadChannels()
  }
  if (!list.$state.get().loading) begin()
  else unlisten ??= list.$state.listen(({ loading }) => loading || begin())
}

/** A search that is being put right is one entry in the history. */
export function searchChannels(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(paramsOf({ search }), { replace })
}

export const showState = (state: ChannelsFilter['state']) => setParams(paramsOf({ state }))
export const showPage = (page: number) => setParams(paramsOf({ page }))
export const showAll = () => setParams(paramsOf(nothingChosen))

/** What a member is looked for by; null while nobody looks. */
const $sought = atom<string | null>(null)

export const findMembers = (text: string | null) => $sought.set(text)

const $memberSearch = computed([$scope, $sought], (scope, search) =>
  scope === null || search === null ? null : { scope, search },
)

export const memberChoices = query($memberSearch, ({ search }, signal) =>
  call(listMembers, { query: { search: search || undefined, size: membersAtOnce }, signal }),
)

/** Names of members that have been chosen here. */
const $names = atom<Readonly<Record<number, string>>>({})

/** The name of the member that the list is narrowed to, as far as it is known. */
export const $memberName = computed([$filter, $names, list.$state], ({ member }, names, { answer }) => {
  if (typeof member !== 'number') return null
  const having = answer?.data.channels.flatMap(({ members }) => members)
  return names[member] ?? having?.find(({ id }) => id === member)?.nickname ?? null
})

export function chooseMember(member: ChannelsFilter['member'], name = ''): void {
  if (typeof member === 'number') $names.set({ ...$names.get(), [member]: name })
  setParams(paramsOf({ member }))
}

/** Asks again what the profile says, such as whether a channel is to be verified; what was known stays if that fails. */
async function refreshProfile(): Promise<void> {
  const token = $session.get()
  try {
    const { user } = await call(readMe)
    if (token === $session.get()) showUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const $unverified = computed(list.$state, ({ answer }) =>
  answer ? JSON.stringify([answer.question.scope, answer.data.counts.unverified]) : null,
)

/** Keeps the profile true while the list is looked at: another number of unverified channels asks for it. */
export function followUnverified(): () => void {
  let known: string | null = null
  return $unverified.subscribe((now) => {
    if (now !== null && known !== null && now !== known) void refreshProfile()
    known = now ?? known
  })
}
