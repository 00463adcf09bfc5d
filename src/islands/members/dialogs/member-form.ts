import * as z from 'zod/mini'
import { parseChannelLink } from '#contract/channel-link.ts'
import { AddChannelForm } from '#contract/channels.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { says } from '#contract/errors.ts'
import { type addMember, MemberForm } from '#contract/member-changes.ts'

/** Fields have the names by which the API tells of them. */
export const linkField = 'channels.0.link'
export const categoryField = 'channels.0.category'

const Person = z.pick(MemberForm, { user_id: true, password: true, nickname: true })

/** What can be told of a link without asking is said with what else is missing. */
const Link = AddChannelForm.shape.link.check(
  z.refine((link) => parseChannelLink(link) !== null, says('channel_link_invalid')),
  z.refine((link) => parseChannelLink(link)?.kind !== 'custom', says('channel_link_custom')),
)

const WithChannel = z.extend(Person, {
  [linkField]: Link,
  [categoryField]: AddChannelForm.shape.category,
})

/** The form, by whether a link has been typed: without one nothing of a channel is asked. */
export const formOf = (withChannel: boolean) => (withChannel ? WithChannel : Person)

type Typed = z.output<typeof Person> | z.output<typeof WithChannel>

export function bodyOf(typed: Typed): BodyOf<typeof addMember> {
  const { user_id, password, nickname } = typed
  const channels = linkField in typed ? [{ link: typed[linkField], category: typed[categoryField] }] : []
  return { user_id, password, nickname, channels }
}
