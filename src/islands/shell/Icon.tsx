import type { IconName } from '#lib/page/icon-paths.ts'

/** An icon whose lines stand in the page as a symbol. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <use href={`#icon-${name}`} />
  </svg>
)
