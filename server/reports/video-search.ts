const videoId = /^[\w-]{11}$/
const linked =
  /(?:youtube\.com\/(?:shorts\/|live\/|embed\/|watch\?(?:[^#\s]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/i

/** The id of a video in what was searched for: an id alone, or a link of YouTube. */
export function videoIdIn(search: string): string | null {
  const text = search.trim()
  if (videoId.test(text)) return text
  return linked.exec(text)?.[1] ?? null
}
