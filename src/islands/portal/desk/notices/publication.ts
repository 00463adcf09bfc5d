/** Where, when and how a notice is shown. */
export interface Publication {
  readonly siteIds: readonly number[]
  readonly pinned: boolean
  /** ISO 8601; '': not entered yet; null: now. */
  readonly time: string | null
}

export const readPublishAt = ({ time }: Publication): string | null => (time ? time : null)

const pad = (value: number) => String(value).padStart(2, '0')

/** For `datetime-local`, in the time zone of the browser. */
export function toLocalInput(time: string | null): string {
  if (!time) return ''
  const date = new Date(time)
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

export function fromLocalInput(text: string): string {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Nine o'clock tomorrow. */
export function suggestTime(now: Date): string {
  const date = new Date(now)
  date.setDate(date.getDate() + 1)
  date.setHours(9, 0, 0, 0)
  return date.toISOString()
}
