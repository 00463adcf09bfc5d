const videoIdPattern = /^[\w-]{11}$/
const videoLinkPattern =
  /(?:youtube\.com\/(?:shorts\/|live\/|embed\/|watch\?(?:[^#\s]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/i

export function extractVideoId(search: string): string | null {
  const text = search.trim()
  if (videoIdPattern.test(text)) return text
  return videoLinkPattern.exec(text)?.[1] ?? null
}
