package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/textproto"
	"reflect"
	"strings"

	"example.com/scenario/client"
	ht "github.com/ogen-go/ogen/http"
)

// send calls the method of an operation. Its parameters are the body and those of the path or the query, in this order.
func send(call Call) Reply {
	sender := &sender{isAnonymous: call.Token == nil}
	method := reflect.ValueOf(connect(call.Token, client.WithClient(sender))).MethodByName(exported(call.Operation))
	parameters := []reflect.Value{reflect.ValueOf(context.Background())}
	for len(parameters) < method.Type().NumIn()-1 {
		kind := method.Type().In(len(parameters))
		switch {
		case strings.HasSuffix(kind.Name(), "Params"):
			parameters = append(parameters, params(call, kind))
		case call.Files != nil:
			parameters = append(parameters, upload(call.Files, kind))
		default:
			parameters = append(parameters, decode(call.Body, kind))
		}
	}
	results := method.Call(parameters)
	if !results[1].IsNil() {
		panic(results[1].Interface())
	}
	return Reply{sender.status, bodyOf(results[0].Elem())}
}

// params returns the parameters of the path, or those of the query, which are optional.
func params(call Call, kind reflect.Type) reflect.Value {
	value := reflect.New(kind).Elem()
	for index, source := range call.Path {
		value.Field(index).Set(decode(source, value.Field(index).Type()))
	}
	query := map[string]json.RawMessage{}
	check(json.Unmarshal(call.Query, &query))
	for name, source := range query {
		set := value.FieldByName(exported(name)).Addr().MethodByName("SetTo")
		set.Call([]reflect.Value{decode(source, set.Type().In(0))})
	}
	return value
}

func upload(files []File, kind reflect.Type) reflect.Value {
	parts := []ht.MultipartFile{}
	for _, file := range files {
		header := textproto.MIMEHeader{"Content-Type": {file.Type}}
		parts = append(parts, ht.MultipartFile{Name: file.Name, File: bytes.NewReader(file.Bytes), Header: header})
	}
	value := reflect.New(kind.Elem())
	value.Elem().FieldByName("Files").Set(reflect.ValueOf(parts))
	return value
}

// bodyOf returns the body of a response, whose type also has the headers if the document has some.
func bodyOf(response reflect.Value) any {
	body := response.Elem()
	if body.Kind() == reflect.Struct && body.FieldByName("Response").IsValid() {
		body = body.FieldByName("Response")
	}
	if reader, isFile := body.Addr().Interface().(io.Reader); isFile {
		content, err := io.ReadAll(reader)
		check(err)
		return content
	}
	if body.Kind() == reflect.Struct && body.NumField() == 0 {
		return nil
	}
	return body.Addr().Interface()
}

// sender keeps the status of the response, which ogen shows only as a type.
type sender struct {
	isAnonymous bool
	status      int
}

func (s *sender) Do(request *http.Request) (*http.Response, error) {
	if s.isAnonymous {
		request.Header.Del("Authorization")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	s.status = response.StatusCode
	// Of the two media types of a download, ogen takes the narrower one, which the file may not have.
	if response.Header.Get("Content-Disposition") != "" {
		response.Header.Set("Content-Type", "application/octet-stream")
	}
	return response, nil
}
