/**
 * What the scenario asks of a client. The types are written by hand from the specification; every adapter proves
 * that those of its generator are the same.
 */

export type Status = 'TODO' | 'IN_PROGRESS' | 'DONE'
export type Priority = 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT'

export interface ChecklistItem {
  id: number
  text: string
  done: boolean
}

export interface ChecklistItemInput {
  text: string
  done?: boolean | null
}

export interface Comment {
  id: number
  text: string
  createdAt: string
  updatedAt: string
}

export interface CommentInput {
  text: string
}

export interface Attachment {
  id: number
  fileName: string
  contentType: string
  fileSizeBytes: number
  uploadedAt: string
}

export interface Task {
  id: number
  title: string
  description: string | null
  status: Status
  priority: Priority
  dueDate: string | null
  sortOrder: number
  labels: string[]
  checklistItems: ChecklistItem[]
  comments: Comment[]
  attachments: Attachment[]
  createdAt: string
  updatedAt: string
}

export interface TaskInput {
  title: string
  description?: string | null
  status: Status
  priority?: Priority | null
  dueDate?: string | null
  labels?: string[] | null
  checklistItems?: ChecklistItemInput[] | null
}

export interface TaskPage {
  content: Task[]
  totalElements: number
  totalPages: number
  currentPage: number
  pageSize: number
}

export interface TaskQuery {
  page?: number
  size?: number
  status?: Status
  priority?: Priority
  search?: string
  sort?: 'id' | 'title' | 'status' | 'priority' | 'createdAt' | 'updatedAt' | 'dueDate' | 'sortOrder'
  direction?: 'asc' | 'desc'
}

export interface TaskSummary {
  totalTasks: number
  todoTasks: number
  inProgressTasks: number
  doneTasks: number
}

export interface ReorderInput {
  targetStatus: Status
  targetIndex: number
}

export interface ReorderedTask {
  id: number
  title: string
  description: string | null
  status: Status
  priority: Priority
  dueDate: string | null
  sortOrder: number
  labels: string[]
  checklistItems: ChecklistItem[]
  comments: Comment[]
  createdAt: string
  updatedAt: string
}

export interface ErrorBody {
  timestamp: string
  status: number
  error: string
  message: string
  path: string
  errors?: Record<string, string>
}

export interface LoginRequest {
  username: string
  password: string
}

export interface LoginResponse {
  token: string
  refreshToken: string
  type: 'Bearer'
  username: string
  role: 'ADMIN' | 'USER'
  expiresIn: number
}

export interface RefreshRequest {
  refreshToken: string
}

export interface RefreshResponse {
  token: string
  refreshToken: string
  type: 'Bearer'
  expiresIn: number
}

export interface LogoutResponse {
  message: string
}

export interface CurrentUser {
  username: string
  role: 'ROLE_ADMIN' | 'ROLE_USER'
}

/** The types of every document. */
export interface Models {
  Task: Task
  TaskInput: TaskInput
  TaskPage: TaskPage
  TaskQuery: TaskQuery
  TaskSummary: TaskSummary
  ReorderInput: ReorderInput
  ReorderedTask: ReorderedTask
  ChecklistItem: ChecklistItem
  ChecklistItemInput: ChecklistItemInput
  Comment: Comment
  CommentInput: CommentInput
  Attachment: Attachment
  Error: ErrorBody
}

/** The types that only v2 has. */
export interface AuthModels {
  LoginRequest: LoginRequest
  LoginResponse: LoginResponse
  RefreshRequest: RefreshRequest
  RefreshResponse: RefreshResponse
  LogoutResponse: LogoutResponse
  CurrentUser: CurrentUser
}

/** Which of the types `A` are exactly those of the same name in `B`, optional properties and nulls included. */
export type Matches<A, B> = { [Name in keyof A]: Name extends keyof B ? Identical<A[Name], B[Name]> : false }
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only where all match; the compiler names those that do not. */
export type Matching<M extends Record<keyof M, true>> = M

/** The status of an answer, and its body as the client types it: that of the success or that of the error. */
export type Answer<T> =
  | { status: number; data: T; error?: undefined }
  | { status: number; error: ErrorBody; data?: undefined }

export interface Connection {
  /** The address of the variant, without a slash at the end. */
  baseUrl: string
  /** An access token. */
  token?: string
}

/** The operations that every variant has. */
export interface Client {
  listTasks(query: TaskQuery): Promise<Answer<TaskPage>>
  getTaskSummary(): Promise<Answer<TaskSummary>>
  getTask(id: number): Promise<Answer<Task>>
  createTask(input: TaskInput): Promise<Answer<Task>>
  replaceTask(id: number, input: TaskInput): Promise<Answer<Task>>
  deleteTask(id: number): Promise<Answer<void>>
  deleteAllTasks(): Promise<Answer<void>>
  reorderTask(id: number, input: ReorderInput): Promise<Answer<ReorderedTask>>
  createComment(id: number, input: CommentInput): Promise<Answer<Comment>>
  updateComment(id: number, commentId: number, input: CommentInput): Promise<Answer<Comment>>
  deleteComment(id: number, commentId: number): Promise<Answer<void>>
  uploadAttachments(id: number, files: File[]): Promise<Answer<Attachment[]>>
  downloadAttachment(id: number, attachmentId: number): Promise<Answer<ArrayBuffer>>
  deleteAttachment(id: number, attachmentId: number): Promise<Answer<void>>
}

/** The operations that only v2 has. */
export interface AuthClient {
  login(input: LoginRequest): Promise<Answer<LoginResponse>>
  refresh(input: RefreshRequest): Promise<Answer<RefreshResponse>>
  logout(): Promise<Answer<LogoutResponse>>
  getCurrentUser(): Promise<Answer<CurrentUser>>
}

export type Connect<C> = (connection: Connection) => C
