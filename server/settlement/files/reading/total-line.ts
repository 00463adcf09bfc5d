import { InvalidFieldError } from '#server/platform/files/fields.ts'

interface AmountLine {
  channelId: string
  /** What the line is about beside its channel: a video, or of tax a source or a month. */
  subject: string
  /** A decimal, in dollars. */
  amount: string
}

/** Spreadsheets round totals to cents. */
const halfCent = 0.005
/** Of the sum, for the additions of floating-point numbers. */
const tolerance = 1e-9

/**
 * Refuses a total below the lines, which would count them twice: it names neither a channel nor anything else, and its amount
 * is the sum of the lines above. Call it for each line, in order.
 */
export function createTotalCheck(): (line: AmountLine) => void {
  let sum = 0
  let hasChannels = false
  return ({ channelId, subject, amount }) => {
    const dollars = Number(amount)
    if (channelId !== '') hasChannels = true
    else if (subject === '' && hasChannels && dollars !== 0 && isSum(dollars, sum))
      throw new InvalidFieldError(
        'the line has neither a channel nor a video, and the sum of the lines above: remove this total',
      )
    sum += dollars
  }
}

const isSum = (dollars: number, sum: number): boolean => {
  const isInCents = Math.abs(Math.round(dollars * 100) - dollars * 100) < tolerance
  return Math.abs(dollars - sum) <= (isInCents ? halfCent : 0) + Math.abs(sum) * tolerance
}
