import type { Tag } from '#contract/reports/reports.ts'

export interface TaggedChannel {
  readonly channelId: string
  readonly name: string
  readonly tags: readonly Tag[]
}

/** By tag: what the person has chosen for all channels. Tags without a choice stay as they are. */
export type Choices = ReadonlyMap<number, boolean>

export type TagState = 'all' | 'some' | 'none'

function getInitialState(channels: readonly TaggedChannel[], tag: number): TagState {
  const count = countTagged(channels, tag)
  if (count === 0) return 'none'
  return count === channels.length ? 'all' : 'some'
}

export const countTagged = (channels: readonly TaggedChannel[], tag: number) =>
  channels.filter(({ tags }) => tags.some(({ id }) => id === tag)).length

export function getState(channels: readonly TaggedChannel[], choices: Choices, tag: number): TagState {
  const choice = choices.get(tag)
  if (choice === undefined) return getInitialState(channels, tag)
  return choice ? 'all' : 'none'
}

/** Some → all → none → some, where only some channels have the tag; otherwise all ↔ none. */
export function toggleChoice(channels: readonly TaggedChannel[], choices: Choices, tag: number): Choices {
  const initial = getInitialState(channels, tag)
  const state = getState(channels, choices, tag)
  const next: TagState =
    state === 'some' ? 'all' : state === 'all' ? 'none' : initial === 'some' ? 'some' : 'all'
  const others = new Map([...choices].filter(([id]) => id !== tag))
  return next === initial ? others : others.set(tag, next === 'all')
}

export const listChosen = (choices: Choices, choice: boolean): number[] =>
  [...choices].filter(([, one]) => one === choice).map(([id]) => id)
