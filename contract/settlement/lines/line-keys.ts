// Apart from the endpoints: the page of a statement needs the keys alone.

/** The lines of a statement that stand for themselves; the others are below one of them. */
export const lineGroups = [
  'opening',
  'income',
  'adjustments',
  'tax',
  'fee',
  'corrections',
  'manual',
  'net',
  'withholding',
  'payments',
  'closing',
  'payable',
] as const
type LineGroupName = (typeof lineGroups)[number]

const join = (...parts: (string | number | null)[]) => parts.map((part) => part ?? '-').join('/')

interface OfChannel {
  channelId: string | null
}

export const lineKeys = {
  income: ({ channelId }: OfChannel) => join('income', channelId),
  incomeSource: ({ channelId }: OfChannel, source: string) => join('income', channelId, source),
  adjustment: ({ channelId, source }: OfChannel & { source: string }) =>
    join('adjustments', channelId, source),
  tax: ({ channelId, source }: OfChannel & { source: string }) => join('tax', channelId, source),
  fee: (permille: number) => join('fee', permille),
  correction: ({
    channelId,
    source,
    kind,
    earnedMonth,
  }: OfChannel & { source: string | null; kind: string; earnedMonth: string }) =>
    join('corrections', channelId, source, kind, earnedMonth),
  withholding: (name: string) => join('withholding', name),
  /** By their place in the statement. */
  manual: (at: number) => join('manual', at),
  payment: (at: number) => join('payments', at),
} as const

interface LineParts {
  group: LineGroupName
  channelId: string | null
  source: string | null
  /** `YYYY-MM`, of a correction. */
  month: string | null
  /** Of a withholding. */
  tax: string | null
}

/** Expects a valid key. */
export function parseLineKey(key: string): LineParts {
  const [name, ...parts] = key.split('/')
  const group = lineGroups.find((one) => one === name) ?? 'closing'
  const read = (at: number) => (parts[at] === undefined || parts[at] === '-' ? null : parts[at])
  const isOfChannel = ['income', 'adjustments', 'tax', 'corrections'].includes(group)
  return {
    group,
    channelId: isOfChannel ? read(0) : null,
    source: isOfChannel ? read(1) : null,
    month: group === 'corrections' ? read(3) : null,
    tax: group === 'withholding' ? read(0) : null,
  }
}
