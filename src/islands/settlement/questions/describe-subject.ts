import { parseLineKey } from '#contract/settlement/lines/line-keys.ts'
import type { QuestionSubject, QuestionSummary } from '#contract/settlement/questions/questions.ts'
import { buildChannelHref } from '#islands/reports/state/channel-link.ts'
import { buildVideoHref } from '#islands/reports/video-list/video-link.ts'
import { formatDay, formatDayRange, formatMonth } from '#lib/format/day.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { KeyUnder } from '#lib/texts/catalog.ts'

type NamedSubject = QuestionSummary['subject']

interface SubjectText {
  /** "October statement", "October 3" */
  title: string
  /** What of it, from the whole to the part. */
  parts: string[]
}

function describeLine(line: string, channelName: string | null): string[] {
  const { group, channelId, source, month, tax } = parseLineKey(line)
  return [
    t(
      group === 'tax'
        ? 'settlement:sources.tax'
        : (`settlement:amounts.${group}` as KeyUnder<'settlement:amounts'>),
    ),
    month && t('statements:lines.earned', { month: formatMonth(month, locale()) }),
    channelName ?? channelId,
    source && source !== 'tax' && t(`settlement:sources.${source}` as KeyUnder<'settlement:sources'>),
    tax && t(`statements:lines.withholding.${tax}` as KeyUnder<'statements:lines.withholding'>),
  ].filter((part): part is string => typeof part === 'string' && part !== '')
}

export function describeSubject(subject: NamedSubject): SubjectText {
  if (subject.kind === 'statement')
    return {
      title: t('questions:subject.statement', { month: formatMonth(subject.month, locale()) }),
      parts: describeLine(subject.line, subject.channelName),
    }
  if (subject.kind === 'video')
    return {
      title: subject.title ?? t('statements:untitledVideo'),
      parts: [subject.channelName ?? subject.channel, formatDayRange(subject.from, subject.to, locale())],
    }
  return {
    title: t('questions:subject.day', { day: formatDay(subject.day, locale()) }),
    parts: [subject.channel === null ? t('lists:allChannels') : (subject.channelName ?? subject.channel)],
  }
}

/** The address of the figure. */
export function getSubjectHref(subject: QuestionSubject): string {
  if (subject.kind === 'statement')
    return localizePath(
      `/statements/${subject.statement}?${new URLSearchParams({ line: subject.line })}`,
      locale(),
    )
  const { from, to } = subject.kind === 'video' ? subject : { from: subject.day, to: subject.day }
  const time = { period: 'custom', from, to }
  if (subject.kind === 'video')
    return buildVideoHref(
      { videoId: subject.video, channelId: subject.channel },
      String(new URLSearchParams(time)),
    )
  if (subject.channel !== null) return buildChannelHref(subject.channel, time)
  return localizePath(`/dashboard?${new URLSearchParams(time)}`, locale())
}
