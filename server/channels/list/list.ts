import type { ListedChannel } from '#contract/channels/channels.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Currency } from '#contract/platform/params.ts'
import { can } from '#contract/platform/roles.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { ListOrder } from '#server/channels/registrations/list-order.ts'
import {
  type ChannelListFilter,
  type Page,
  selectChannelIds,
  selectChannels,
} from '#server/channels/registrations/queries.ts'
import type { ChannelServices } from '#server/channels/registrations/services.ts'
import { getTagOwner } from '#server/channels/tags/tags.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectTagsOfChannels } from '#server/reports/channels/channel-tags.ts'
import { readReport } from '#server/reports/figures/scope.ts'
import { toChannelResponse } from './channel-response.ts'
import { getProfitRange, selectProfits } from './profits.ts'

interface ChannelList {
  currency: Currency
  profitRange: DayRange | null
  channels: ListedChannel[]
}

/** `page`: null for all. @throws {Refusal} `forbidden` for a member filter of somebody who sees own channels only */
export function readChannelList(
  services: Pick<ChannelServices, 'db' | 'log' | 'youtube'>,
  account: Account,
  filter: ChannelListFilter & ListOrder,
  page: Page | null,
  locale: Locale,
): Promise<ChannelList> {
  if (filter.member !== undefined && !can(account, 'channels.read')) throw new Refusal('forbidden')
  // The member filter does not change the scope: a channel's profit is the same in every list.
  return readReport(services, account, {}, async (db, scope) => {
    const range = getProfitRange(scope)
    const ids = await selectChannelIds(db, account, filter, range && { scope, range }, page)
    const rows = await selectChannels(db, account, ids)
    const channelIds = rows.map(({ channelId }) => channelId)
    const profits = await selectProfits(db, scope, range, channelIds)
    const getTags = await selectTagsOfChannels(db, getTagOwner(account), channelIds)
    const channels = rows.map((row) => ({
      ...toChannelResponse(services.youtube, account, row, locale),
      profit: profits.get(row.channelId) ?? null,
      tags: getTags(row.channelId),
    }))
    return { currency: scope.currency, profitRange: range, channels }
  })
}
