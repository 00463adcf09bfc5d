import { useStore } from '@nanostores/react'
import type { ChannelPage } from '#contract/channel-report.ts'
import { formatMoney, formatNumber } from '#lib/format.ts'
import { sameQuestion } from '#lib/query.ts'
import { locale, t } from '#lib/strings.ts'
import { Combobox, type ComboboxOption } from '#shared/Combobox.tsx'
import { $chosenChannel, channelChoices, chooseChannel, findChannels } from './store.ts'

/** Which channel the report is about, out of as many as there may be. */
export function ChannelFilter() {
  const chosen = useStore($chosenChannel)
  const { question, answer, error } = useStore(channelChoices.$state)
  const found = answer && sameQuestion(answer.question, question) ? answer.data : null
  return (
    <Combobox
      label={t('video-report:channel.label')}
      placeholder={t('video-report:channel.all')}
      clearLabel={t('video-report:channel.clear')}
      chosen={chosen && { value: chosen.channelId, label: chosen.name }}
      options={answer && !error ? optionsOf(answer.data) : []}
      message={error ? t('video-report:channel.failed') : messageOf(found)}
      onSearch={findChannels}
      onChoose={(option) => chooseChannel(option && { channelId: option.value, name: option.label })}
    />
  )
}

const optionsOf = ({ channels, currency }: ChannelPage): ComboboxOption[] =>
  channels.map(({ channelId, name, profit }) => ({
    value: channelId,
    label: name,
    note: formatMoney(profit, currency, locale()),
  }))

function messageOf(found: ChannelPage | null): string {
  if (found === null) return t('reports:loading')
  const { total, channels } = found
  if (total === 0) return t('video-report:channel.none')
  if (total === channels.length) return t('video-report:channel.found', { count: total })
  return t('video-report:channel.more', {
    total: formatNumber(total, locale()),
    shown: formatNumber(channels.length, locale()),
  })
}
