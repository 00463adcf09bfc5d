const controls = /[\p{Cc}\p{Cf}]/gu
/** Line breaks and columns of tables, and what joins parts of emoji. */
const kept = new Set(['\n', '\t', '\u200d'])

/**
 * Shows control characters instead of sending them to a terminal, which could hide or change other lines. As JSON writes them,
 * so that JSON stays what it is.
 */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => (kept.has(character) ? character : escapeCharacter(character)))

const escapeCharacter = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => toEscape(character.charCodeAt(at))).join('')

const toEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
