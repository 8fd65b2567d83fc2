/**
 * Runs at the end of the document. What the application needs is asked for as soon as the first drawing shows all that
 * it will without it, so that nothing competes with what somebody came to see.
 */
const longestMs = 600

const start = async (): Promise<void> => {
  // `head-script.ts` leaves it on the window, which has no type for it.
  const { ahead } = window as { ahead?: Promise<void> }
  await Promise.race([ahead, new Promise((resolve) => setTimeout(resolve, longestMs))])
  const files = document.querySelector<HTMLTemplateElement>('#application')
  if (files) document.head.append(document.importNode(files.content, true))
}

// Nobody paints a page that nobody looks at.
if (document.hidden) void start()
else requestAnimationFrame(() => setTimeout(() => void start()))
