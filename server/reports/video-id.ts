const videoIdPattern = /^[\w-]{11}$/
const videoLinkPattern =
  /(?:youtube\.com\/(?:shorts\/|live\/|embed\/|watch\?(?:[^#\s]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/i

/** The id of a video in what was searched for: an id alone, or a link of YouTube. */
export function extractVideoId(search: string): string | null {
  const text = search.trim()
  if (videoIdPattern.test(text)) return text
  return videoLinkPattern.exec(text)?.[1] ?? null
}
