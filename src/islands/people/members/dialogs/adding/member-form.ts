import * as z from 'zod/mini'
import { AddChannelForm } from '#contract/channels/channel-changes.ts'
import { parseChannelLink } from '#contract/channels/channel-link.ts'
import { NewPassword } from '#contract/people/auth.ts'
import { type addMember, MemberForm } from '#contract/people/member-management.ts'
import type { EndpointBody } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { FeeRateInput } from '#islands/people/members/dialogs/fees/fee-form.ts'

/** Paths of the fields in the API's errors. */
export const linkField = 'channels.0.link'
export const categoryField = 'channels.0.category'

const { user_id, nickname } = MemberForm.shape
/** Empty: the default fee. */
const fee_rate = z.union([z.literal(''), FeeRateInput])
const InvitationForm = z.object({ user_id, nickname, fee_rate })
const AccountForm = z.object({ user_id, password: NewPassword, nickname, fee_rate })

/** Validates the link along with the other fields before any request. */
const ChannelLink = AddChannelForm.shape.link.check(
  z.refine((link) => parseChannelLink(link) !== null, errorCode('channel_link_invalid')),
  z.refine((link) => parseChannelLink(link)?.kind !== 'custom', errorCode('channel_link_custom')),
)

const channelFields = { [linkField]: ChannelLink, [categoryField]: AddChannelForm.shape.category }
const InvitationWithChannelForm = z.object({ ...InvitationForm.shape, ...channelFields })
const AccountWithChannelForm = z.object({ ...AccountForm.shape, ...channelFields })

/** Invited members set their password themselves. */
export function getFormSchema({ hasChannel, isInvited }: { hasChannel: boolean; isInvited: boolean }) {
  if (isInvited) return hasChannel ? InvitationWithChannelForm : InvitationForm
  return hasChannel ? AccountWithChannelForm : AccountForm
}

type FormValues = z.output<typeof InvitationForm> & Partial<z.output<typeof AccountWithChannelForm>>

export function toRequestBody({
  user_id,
  nickname,
  password,
  fee_rate: rate,
  [linkField]: link,
  [categoryField]: category,
}: FormValues): EndpointBody<typeof addMember> {
  const channels = link !== undefined && category !== undefined ? [{ link, category }] : []
  return {
    user_id,
    nickname,
    channels,
    ...(password !== undefined && { password }),
    ...(rate !== '' && { fee_rate: rate }),
  }
}
