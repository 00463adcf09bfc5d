import { atom } from 'nanostores'

/** The name of the tag in the address; null until the tag's filter knows it. */
export const $tagName = atom<string | null>(null)
