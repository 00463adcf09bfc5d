/** Control characters, and what changes the direction of text, would change what stands around it. */
const hiddenCharacter = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

export const isVisibleText = (text: string): boolean => text.isWellFormed() && !hiddenCharacter.test(text)
