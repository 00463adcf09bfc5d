import { atom, computed } from 'nanostores'
import {
  assignReviews,
  decideReviews,
  listReviews,
  maxQueued,
  type QueuedReview,
  type QueueState,
  queueStates,
  readLatestVideos,
  readReview,
  undoReviews,
} from '#contract/channels/review-queue.ts'
import type { EndpointBody, EndpointQuery } from '#contract/platform/endpoint.ts'
import { createSelection } from '#islands/kit/tables/selection.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { $params, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'

type Query = EndpointQuery<typeof listReviews>

const isState = (text: string | undefined): text is QueueState => queueStates.includes(text as QueueState)
const isId = (text: string | undefined) => text !== undefined && /^[1-9]\d{0,8}$/.test(text)

/** Of the address; what is not valid there is ignored. */
export const $filter = computed($params, ({ state, site, network, competing, mine, search = '' }) => ({
  state: isState(state) ? state : queueStates[0],
  search,
  ...(isId(site) && { site: Number(site) }),
  ...(isId(network) && { network: Number(network) }),
  ...(competing === '1' && { competing: '1' as const }),
  ...(mine === '1' && { mine: '1' as const }),
}))

export const setFilter = (patch: Readonly<Record<string, string | undefined>>): void => {
  reviewSelection.clear()
  setParams({ ...patch, id: undefined })
}

const $query = computed([$caller, may('desk.read'), $filter], (caller, readsDesk, filter) =>
  caller !== null && readsDesk ? { caller, filter } : null,
)

export const queue = createQuery($query, listReviews, ({ filter }): Query => filter)

export const reviewSelection = createSelection<QueuedReview>({
  getId: ({ id }) => id,
  limit: { count: maxQueued, onExceed: () => {} },
})

/** Decided a moment ago: they leave the list before it has loaded again, so that the next one is in hand at once. */
const $decidedIds = atom<ReadonlySet<number>>(new Set())

/** The reviews as they are shown. */
export const $reviews = computed([queue.$state, $decidedIds], ({ result }, decided) =>
  (result?.data.reviews ?? []).filter(({ id }) => !decided.has(id)),
)

/** The one in hand: of the address, otherwise the first. */
export const $currentId = computed([$params, $reviews], ({ id }, reviews): number | null => {
  const chosen = isId(id) ? Number(id) : null
  if (chosen !== null && reviews.some((review) => review.id === chosen)) return chosen
  return reviews[0]?.id ?? null
})

export const setCurrent = (id: number): void => {
  if ($currentId.get() !== id) setParams({ id: String(id) }, { replace: true })
}

const $currentQuery = computed([$caller, $currentId], (caller, id) =>
  caller !== null && id !== null ? { caller, id } : null,
)

export const current = createQuery($currentQuery, readReview, ({ id }) => ({ id }))
export const latestVideosOf = createQuery($currentQuery, readLatestVideos, ({ id }) => ({ id }))

export type Decision = EndpointBody<typeof decideReviews>['decision']
export type ReasonTexts = NonNullable<EndpointBody<typeof decideReviews>['reason']>

interface LastDecision {
  ids: readonly number[]
  /** Of the first. */
  name: string
  decision: Decision
  undoUntil: string
}

export const $lastDecision = atom<LastDecision | null>(null)

interface DecisionOptions {
  reason?: ReasonTexts | null
  earnsFrom?: string | undefined
}

function reload(): void {
  queue.reload()
  if (current.$state.get().key) current.reload()
}

/** The channel after the decided ones, else the one before. */
function findNext(ids: readonly number[]): number | null {
  const reviews = $reviews.get()
  const at = reviews.findIndex(({ id }) => id === ids[0])
  const left = (review: QueuedReview) => !ids.includes(review.id)
  return (reviews.slice(at).find(left) ?? reviews.slice(0, Math.max(0, at)).findLast(left))?.id ?? null
}

/** @returns whether it was decided; problems are shown */
export async function decide(
  reviews: readonly QueuedReview[],
  decision: Decision,
  { reason = null, earnsFrom }: DecisionOptions = {},
): Promise<boolean> {
  const ids = reviews.map(({ id }) => id)
  const next = findNext(ids)
  try {
    const { problems, undoUntil } = await call(decideReviews, {
      body: { ids, decision, reason, ...(earnsFrom && { earnsFrom }) },
    })
    const [problem] = problems
    if (problem) {
      const name = reviews.find(({ id }) => id === problem.id)?.name ?? ''
      notify('error', t(`desk-review:problems.${problem.problem}`, { name }))
      reload()
      return false
    }
    if (undoUntil) $lastDecision.set({ ids, name: reviews[0]?.name ?? '', decision, undoUntil })
    reviewSelection.deselect(ids)
    if (next !== null) setParams({ id: String(next) }, { replace: true })
    $decidedIds.set(new Set([...$decidedIds.get(), ...ids]))
    queue.reload()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    reload()
    return false
  }
}

export async function undoLast(): Promise<void> {
  const last = $lastDecision.get()
  if (!last) return
  $lastDecision.set(null)
  try {
    await call(undoReviews, { body: { ids: [...last.ids] } })
    const back = new Set(last.ids)
    $decidedIds.set(new Set([...$decidedIds.get()].filter((id) => !back.has(id))))
    notify('success', t('desk-review:undone', { count: last.ids.length }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  reload()
}

export async function assign(reviews: readonly QueuedReview[], mine: boolean): Promise<void> {
  try {
    await call(assignReviews, { body: { ids: reviews.map(({ id }) => id), mine } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
  }
  reload()
}
