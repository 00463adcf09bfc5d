import { atom, computed } from 'nanostores'
import { parseChannelLink } from '#contract/channel-link.ts'
import { type FoundChannel, findChannel } from '#contract/channels.ts'
import type { FieldCode } from '#contract/errors.ts'
import { type ApiError, call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $session } from '#lib/session.ts'

/** The link that a channel is looked for by; null while there is none. */
const $link = atom<string | null>(null)

/** What is wrong with a link as far as it can be told without asking. */
export function linkProblem(link: string): FieldCode | null {
  const parsed = parseChannelLink(link)
  if (parsed === null) return 'channel_link_invalid'
  return parsed.kind === 'custom' ? 'channel_link_custom' : null
}

export function lookFor(link: string | null): void {
  $link.set(link && linkProblem(link) === null ? link : null)
}

const $asked = computed([$session, $link], (scope, link) => (link === null ? null : { scope, link }))

const found = query($asked, async ({ link }, signal) => {
  const answer = await call(findChannel, { query: { link }, signal })
  return answer.found
})

interface LookUp {
  link: string | null
  /** `silent`: YouTube did not answer in time. */
  state: 'idle' | 'looking' | 'found' | 'silent' | 'refused'
  channel: FoundChannel | null
  error: ApiError | null
}

/** What is known of the channel that the link names. */
export const $lookUp = computed(found.$state, ({ question, answer, error }): LookUp => {
  const link = question?.link ?? null
  if (link === null) return { link, state: 'idle', channel: null, error: null }
  if (error) return { link, state: 'refused', channel: null, error }
  if (answer?.question.link !== link) return { link, state: 'looking', channel: null, error: null }
  return { link, state: answer.data ? 'found' : 'silent', channel: answer.data, error: null }
})
