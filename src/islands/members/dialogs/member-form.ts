import * as z from 'zod/mini'
import { parseChannelLink } from '#contract/channel-link.ts'
import { AddChannelForm } from '#contract/channels.ts'
import type { EndpointBody } from '#contract/endpoint.ts'
import { errorCode } from '#contract/errors.ts'
import { type addMember, MemberForm } from '#contract/member-management.ts'

/** Paths of the fields in the API's errors. */
export const linkField = 'channels.0.link'
export const categoryField = 'channels.0.category'

const { user_id, password, nickname } = MemberForm.shape
const AccountForm = z.object({ user_id, password, nickname })

/** Validates the link along with the other fields before any request. */
const ChannelLink = AddChannelForm.shape.link.check(
  z.refine((link) => parseChannelLink(link) !== null, errorCode('channel_link_invalid')),
  z.refine((link) => parseChannelLink(link)?.kind !== 'custom', errorCode('channel_link_custom')),
)

const AccountWithChannelForm = z.object({
  ...AccountForm.shape,
  [linkField]: ChannelLink,
  [categoryField]: AddChannelForm.shape.category,
})

export const getFormSchema = (hasChannel: boolean) => (hasChannel ? AccountWithChannelForm : AccountForm)

type FormValues = z.output<typeof AccountForm> | z.output<typeof AccountWithChannelForm>

export function toRequestBody(values: FormValues): EndpointBody<typeof addMember> {
  const { user_id, password, nickname } = values
  const channels = linkField in values ? [{ link: values[linkField], category: values[categoryField] }] : []
  return { user_id, password, nickname, channels }
}
